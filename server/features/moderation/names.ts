import { AppError, type ErrorCode } from '../../core/errors.ts';
import { checkText, type TextRule } from './rules.ts';

const CODE_OF: Readonly<Record<TextRule, ErrorCode>> = {
  impersonation: 'name.impersonation',
  abuse: 'name.words',
  scam: 'name.words',
  contact_data: 'name.contact_data',
  off_platform_pay: 'name.contact_data',
  phishing_link: 'name.contact_data',
  hidden_link: 'name.contact_data',
};

/**
 * Throws name.contact_data, name.impersonation or name.words, with the rule and the place in the text, for a name that
 * moderation would hold: a name is shown everywhere at once, so it is refused at its field instead.
 */
export function requireAllowedName(name: string, field: string): void {
  const { verdict, findings } = checkText(name, 'name');
  const [first] = findings;
  if (verdict !== 'hold' || !first) return;
  const { rule, start, end } = first;
  throw new AppError(CODE_OF[rule], { field, rule, start, end, text: name.slice(start, end) });
}
