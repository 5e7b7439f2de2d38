import { meetsConditions, type Viewer } from '../campaign/conditions.js'
import type { Program, Quality } from '../campaign/program.js'

/** The quality of a step by the first rule that fits. */
export function qualityOf({ quality }: Program, step: string, viewer: Viewer): Quality {
  const rule = quality.find(each => each.step === step && meetsConditions(each.when, viewer))
  return rule?.quality ?? 'HIGH'
}
