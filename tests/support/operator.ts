import type { operatorSchema } from '../../server/core/operator-settings.ts';

/** An operator as production requires it. */
export const OPERATOR_ENV: Record<keyof typeof operatorSchema, string> = {
  OPERATOR_NAME: 'Sponsio Test SAS',
  OPERATOR_ADDRESS: '12 quai Jules Courmont, 69002 Lyon, France',
  OPERATOR_REGISTER: 'RCS Lyon 912 345 678',
  OPERATOR_VAT: 'FR32912345678',
  OPERATOR_CONTACT_EMAIL: 'contact@sponsio.test',
  OPERATOR_PRIVACY_EMAIL: 'privacy@sponsio.test',
  OPERATOR_SUPPORT_EMAIL: 'support@sponsio.test',
  OPERATOR_PHONE: '+33 4 72 00 12 34',
  OPERATOR_EU_REPRESENTATIVE: 'none',
  OPERATOR_UK_REPRESENTATIVE: 'none',
  OPERATOR_DPO: 'none',
  OPERATOR_LAW: 'FR',
  OPERATOR_VENUE: 'Lyon',
  OPERATOR_SUBPROCESSORS: 'Stripe Payments Europe Ltd | payments | IE | eea',
};
