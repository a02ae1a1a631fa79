import { staffMay, type StaffRole } from '../../core/staff.ts';
import type { CaseSpec } from '../../core/cases.ts';
import { CASES } from '../cases.gen.ts';
import type { Hold } from '../escrow/milestone/rules.ts';
import type { CaseKind } from './schema.ts';

/** What a staff member has to review. */
export const CASE_KINDS = Object.keys(CASES) as [CaseKind, ...CaseKind[]];

const specs: Readonly<Record<CaseKind, CaseSpec>> = CASES;
const specOf = (kind: string): CaseSpec | null => (Object.hasOwn(specs, kind) ? specs[kind as CaseKind] : null);

/** Who may close a case; all staff read them. */
export const mayCloseCase = (role: StaffRole, kind: string): boolean =>
  staffMay(role, 'cases.close') || (role === 'support' && specOf(kind)?.closedBySupport === true);

/** The hold of a milestone that lasts until a staff member closes the case; null for a kind without one. */
export function holdOf(kind: string): Hold | null {
  const spec = specOf(kind);
  return spec?.closingLifts ? (spec.hold as Hold) : null;
}
export const HOLDING_KINDS = CASE_KINDS.filter(holdOf);

/** The kind of case that a hold of a milestone stands for; null for a hold that is not known. */
export const kindOfHold = (hold: string): CaseKind | null =>
  CASE_KINDS.find((kind) => specs[kind].hold === hold) ?? null;

/** The outcome of a case that a staff member closed with a note; other ways of closing name their own outcome. */
export const CLOSED_BY_STAFF = 'closed_by_staff';
