import { CURRENCY, LOCALE, typeIn, type TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  document_counters: {
    kind: typeIn('server/features/documents/schema.ts', 'DocumentKind'),
  },
  document_exports: {
    locale: LOCALE,
    problem: "'gave_up' | 'no_room' | 'nothing_drawn' | null",
    state: "'cancelled' | 'collecting' | 'expired' | 'failed' | 'queued' | 'ready'",
  },
  document_files: { locale: LOCALE },
  document_series: {},
  documents: {
    currency: CURRENCY,
    kind: typeIn('server/features/documents/schema.ts', 'DocumentKind'),
  },
};
