import type { ComponentChildren } from 'preact'

interface DescriptionProps {
  /** In the view, no other field has it. */
  id: string
  /** What helps to fill the field in. */
  hint?: ComponentChildren
  /** What is wrong with the field. */
  fault: ComponentChildren
}

/** Connects a control with its description. */
export const describedBy = ({ id, hint, fault }: DescriptionProps) => ({
  'aria-describedby': hint ? `hint-${id} fault-${id}` : `fault-${id}`,
  'aria-invalid': fault ? ('true' as const) : undefined,
})

/** What is said below a field. The place of the fault stays, because a screen reader announces only its changes. */
export const Description = ({ id, hint, fault }: DescriptionProps) => (
  <>
    {hint && (
      <small part="hint" id={`hint-${id}`}>
        {hint}
      </small>
    )}
    <small part="fault" id={`fault-${id}`}>
      {fault}
    </small>
  </>
)

interface LabeledFieldProps extends DescriptionProps {
  label: ComponentChildren
  /** Whether it has no other field beside it. */
  isWide?: boolean
  /** The control, with `describedBy`. */
  children: ComponentChildren
}

/** A control with its label and its description. */
export const LabeledField = ({ label, isWide, children, ...description }: LabeledFieldProps) => (
  <div part={isWide ? 'field wide' : 'field'}>
    {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is the child. */}
    <label>
      {label}
      {children}
    </label>
    <Description {...description} />
  </div>
)
