export const REFUSALS = {
  'documents.none': 409,
  'documents.limit': 409,
  'documents.export_running': 409,
} as const;
