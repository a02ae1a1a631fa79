/** The provider names some sixty single fields; the screen names the few documents to have at hand. */
export type RequirementGroup = 'bank' | 'identity' | 'terms' | 'business' | 'personal' | 'other';

export function requirementGroups(codes: readonly string[]): RequirementGroup[] {
  return [...new Set(codes.map(groupOf))];
}

function groupOf(code: string): RequirementGroup {
  if (code.startsWith('external_account') || code.startsWith('bank_account')) return 'bank';
  if (code.includes('verification') || code.includes('document')) return 'identity';
  if (code.startsWith('tos_acceptance')) return 'terms';
  if (/^(business|company|settings|owners|directors)/u.test(code)) return 'business';
  if (/^(individual|person|representative|relationship)/u.test(code)) return 'personal';
  return 'other';
}
