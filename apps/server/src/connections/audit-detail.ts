/** A connection as the audit log names it. */
export const auditDetailOf = ({
  label,
  provider,
  vessel_id,
}: {
  label: string | null
  provider: string
  vessel_id: string
}) => ({
  name: label ?? provider,
  vesselId: vessel_id,
})
