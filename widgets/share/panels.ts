import { ENVELOPE } from '../kit/icon-paths.js'
import type { PanelModule } from './panel.js'

export interface PanelEntry {
  load(): Promise<PanelModule>
  icon: string
}

/** The panels, by channel. A panel is loaded when a person opens it. */
export const panels: Record<string, PanelEntry> = {
  email: { load: () => import('./email/email-panel.js'), icon: ENVELOPE },
  qr: { load: () => import('./qr/qr-panel.js'), icon: 'M4 4h6v6H4zm10 0h6v6h-6zM4 14h6v6H4zm10 0h2v2m4-2v6h-6' },
  edit: { load: () => import('./edit/edit-panel.js'), icon: 'm4 20 1-5L16 4l4 4L9 19zm9-13 4 4' },
}
