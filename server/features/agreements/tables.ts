import { LOCALE, typeIn, type TableTypes } from '../../core/tables.ts';

const POLICY = typeIn('server/features/policies/rules.ts', 'Policy');

export const TABLES: TableTypes = {
  policy_texts: { policy: POLICY, language: LOCALE },
  policy_acceptances: {
    policy: POLICY,
    language: LOCALE,
    act: typeIn('server/features/agreements/schema.ts', 'AgreeingAct'),
  },
};
