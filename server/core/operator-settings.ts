import * as z from 'zod';
import type { Operator, Subprocessor } from './operator.ts';

/*
 * Who operates this installation: shown in the terms (imprint) and in the privacy policy. Production needs every value;
 * everywhere else a fictitious one takes the place of what is not given.
 */

const MAILBOX = /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/;
const text = (fallback: string, what: string) => z.string().trim().min(1).max(500).default(fallback).describe(what);
const mailbox = (fallback: string, what: string) =>
  z.string().trim().regex(MAILBOX, 'is no email address').default(fallback).describe(what);

/** "Name | purpose | country | transfer tool; …". Purpose, country and tool may be codes (`SUBPROCESSOR_PURPOSES`, `TRANSFER_TOOLS`). */
function subprocessorsOf(value: string): Subprocessor[] {
  return value
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [name = '', purpose = '', country = '', transfer = '', ...rest] = part
        .split('|')
        .map((cell) => cell.trim());
      if (!name || !purpose || !country || !transfer || rest.length > 0)
        throw new Error(`"${part}" is not "name | purpose | country | transfer tool"`);
      return { name, purpose, country, transfer };
    });
}

/** Values contain "fictitious" or an address that cannot exist, so that no reader takes them for real. */
const FICTITIOUS = {
  OPERATOR_NAME: 'Sponsio Demo SAS (fictitious)',
  OPERATOR_ADDRESS: '1 rue de l’Exemple, 69001 Lyon, France (fictitious)',
  OPERATOR_REGISTER: 'RCS Lyon 000 000 000 (fictitious)',
  OPERATOR_VAT: 'FR00000000000 (fictitious)',
  OPERATOR_CONTACT_EMAIL: 'contact@sponsio.example',
  OPERATOR_PRIVACY_EMAIL: 'privacy@sponsio.example',
  OPERATOR_SUPPORT_EMAIL: 'support@sponsio.example',
  // From the numbers that France keeps for fiction.
  OPERATOR_PHONE: '+33 1 99 00 00 00',
  OPERATOR_EU_REPRESENTATIVE: 'none',
  OPERATOR_UK_REPRESENTATIVE: 'Sponsio Demo UK Ltd, 1 Example Street, London (fictitious)',
  OPERATOR_DPO: 'none',
  OPERATOR_LAW: 'FR',
  OPERATOR_VENUE: 'Lyon',
  OPERATOR_SUBPROCESSORS: [
    'Stripe Payments Europe Ltd | payments | IE | eea',
    'Demo Hosting SAS (fictitious) | hosting | FR | eea',
    'Demo Storage SAS (fictitious) | files | FR | eea',
    'Demo Mail Inc. (fictitious) | email | US | dpf',
  ].join('; '),
} as const;

export const operatorSchema = {
  OPERATOR_NAME: text(FICTITIOUS.OPERATOR_NAME, 'legal name of the operator'),
  OPERATOR_ADDRESS: text(FICTITIOUS.OPERATOR_ADDRESS, 'postal address of the operator'),
  OPERATOR_REGISTER: text(FICTITIOUS.OPERATOR_REGISTER, 'register and number of the operator'),
  OPERATOR_VAT: text(FICTITIOUS.OPERATOR_VAT, 'VAT number of the operator'),
  OPERATOR_CONTACT_EMAIL: mailbox(FICTITIOUS.OPERATOR_CONTACT_EMAIL, 'email address for everything'),
  OPERATOR_PRIVACY_EMAIL: mailbox(FICTITIOUS.OPERATOR_PRIVACY_EMAIL, 'email address for questions about personal data'),
  OPERATOR_SUPPORT_EMAIL: mailbox(FICTITIOUS.OPERATOR_SUPPORT_EMAIL, 'email address for help and complaints'),
  OPERATOR_PHONE: z
    .string()
    .trim()
    .regex(/^\+\d[\d ()-]{5,24}$/, 'is no phone number that begins with + and the country code')
    .default(FICTITIOUS.OPERATOR_PHONE)
    .describe('phone number with country code'),
  OPERATOR_EU_REPRESENTATIVE: text(
    FICTITIOUS.OPERATOR_EU_REPRESENTATIVE,
    'name and address of the representative in the EU (Art. 27 GDPR), or "none"',
  ),
  OPERATOR_UK_REPRESENTATIVE: text(
    FICTITIOUS.OPERATOR_UK_REPRESENTATIVE,
    'name and address of the representative in the UK (Art. 27 UK GDPR), or "none"',
  ),
  OPERATOR_DPO: text(FICTITIOUS.OPERATOR_DPO, 'name and address of the data protection officer, or "none"'),
  OPERATOR_LAW: text(FICTITIOUS.OPERATOR_LAW, 'governing law: a country code (FR) or a name (England and Wales)'),
  OPERATOR_VENUE: text(FICTITIOUS.OPERATOR_VENUE, 'place of the competent courts'),
  OPERATOR_SUBPROCESSORS: z
    .string()
    .default(FICTITIOUS.OPERATOR_SUBPROCESSORS)
    .transform((value, ctx) => {
      try {
        return subprocessorsOf(value);
      } catch (error) {
        ctx.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) });
        return z.NEVER;
      }
    })
    .describe('subprocessors: "name | purpose | country | transfer tool; …"'),
};

type OperatorEnv = z.infer<z.ZodObject<typeof operatorSchema>>;
const NAMES = Object.keys(operatorSchema) as (keyof OperatorEnv)[];

const PLACEHOLDER =
  /^\+33 1 99 00|change-?me|placeholder|your[-_ ]|replace-?me|insert[-_ ]|\btodo\b|\btbd\b|fictitious|x{4,}|@([\w-]+\.)*example(\.(com|org|net))?$|\{\{|<[^>]*>/i;

/** Reasons why production cannot start with this operator, a line per variable. `given`: the environment as it was read. */
export function operatorProblems(given: Readonly<Record<string, string | undefined>>): string[] {
  return NAMES.flatMap((name) => {
    const value = given[name]?.trim();
    if (!value) return [`${name}: is missing; give the ${operatorSchema[name].description ?? 'value'}`];
    return PLACEHOLDER.test(value)
      ? [`${name}: is a placeholder; give the ${operatorSchema[name].description ?? 'value'}`]
      : [];
  });
}

const named = (value: string): string | null => (/^none$/i.test(value) ? null : value);

export function operatorOf(env: OperatorEnv): Operator {
  return {
    name: env.OPERATOR_NAME,
    address: env.OPERATOR_ADDRESS,
    register: env.OPERATOR_REGISTER,
    vat: env.OPERATOR_VAT,
    contactEmail: env.OPERATOR_CONTACT_EMAIL,
    privacyEmail: env.OPERATOR_PRIVACY_EMAIL,
    supportEmail: env.OPERATOR_SUPPORT_EMAIL,
    phone: env.OPERATOR_PHONE,
    euRepresentative: named(env.OPERATOR_EU_REPRESENTATIVE),
    ukRepresentative: named(env.OPERATOR_UK_REPRESENTATIVE),
    dataProtectionOfficer: named(env.OPERATOR_DPO),
    law: env.OPERATOR_LAW,
    venue: env.OPERATOR_VENUE,
    subprocessors: env.OPERATOR_SUBPROCESSORS,
    fictitious: [env.OPERATOR_NAME, env.OPERATOR_ADDRESS, env.OPERATOR_REGISTER, env.OPERATOR_CONTACT_EMAIL].some(
      (value) => PLACEHOLDER.test(value),
    ),
  };
}

/** The operator of demo and tests. */
export const FICTITIOUS_OPERATOR: Operator = operatorOf(z.object(operatorSchema).parse({}));
