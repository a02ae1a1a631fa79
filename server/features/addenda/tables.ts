import { CURRENCY, LOCALE, typeIn, type TableTypes } from '../../core/tables.ts';

const SIDE = typeIn('server/features/terms/schema.ts', 'Side');
const own = (name: string) => typeIn('server/features/addenda/schema.ts', name);

export const TABLES: TableTypes = {
  addenda: {
    currency: CURRENCY,
    kind: own('AddendumKind'),
    state: own('AddendumState'),
    proposed_side: SIDE,
    ended_side: `${SIDE} | null`,
  },
  addendum_files: { locale: LOCALE },
  addendum_signatures: { side: SIDE },
};
