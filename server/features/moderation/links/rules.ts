import { unleet } from '../fold/rules.ts';
import type { Place } from '../contact/rules.ts';

/** A link that pretends to lead elsewhere; one that hides where it leads. */
export interface LinkFinding extends Place {
  kind: 'phishing' | 'hidden' | 'plain';
}

const MAX_LINKS = 50;
const MAX_LINK = 300;
/** With a scheme, or a host of letters; Latin look-alikes are still as they were written. */
const LINK =
  /(?:https?:\/\/|www\.)[^\s<>"'«»]{1,300}|(?<![\p{L}\p{N}._@/-])(?:[\p{L}\p{N}-]{1,63}\.){1,4}\p{L}{2,24}(?:\/[^\s<>"'«»]{0,300})?/gu;

/** Names that pages pretend to be, and the endings under which they really are. */
const NAMES = [
  'sponsio',
  'paypal',
  'instagram',
  'tiktok',
  'youtube',
  'facebook',
  'stripe',
  'google',
  'whatsapp',
  'revolut',
];
const TRUE_ENDINGS = new Set([
  'com',
  'fr',
  'es',
  'it',
  'pt',
  'de',
  'eu',
  'ru',
  'cn',
  'ae',
  'com.br',
  'co.uk',
  'me',
  'example',
]);
const SHORTENERS = new Set([
  'bit.ly',
  'tinyurl.com',
  'goo.gl',
  't.co',
  'is.gd',
  'ow.ly',
  'cutt.ly',
  'rb.gy',
  'shorturl.at',
  'clck.ru',
  'vk.cc',
]);
const ADDRESS = /^(?:\d{1,3}\.){3}\d{1,3}$|^\[[0-9a-f:.]+\]$|^\d{7,10}$|^0x[0-9a-f]+$/;
const ASCII = /^[\u0000-\u007F]*$/;

/** The host of a link as it was written, and whether a name and password stand before it. */
function hostOf(link: string): { host: string; disguised: boolean } {
  const rest = link.replace(/^https?:\/\//, '');
  const [authority = ''] = rest.split(/[/?#\\]/, 1);
  const at = authority.lastIndexOf('@');
  const host = authority
    .slice(at + 1)
    .replace(/:\d{1,5}$/, '')
    .replace(/\.$/, '');
  return { host, disguised: at >= 0 && /^https?:/.test(link) };
}

/** Whether a host stands for a known name that it is not. */
function pretends(host: string): boolean {
  return NAMES.some((name) => {
    const named = host.split(/[.-]/).some((part) => {
      const read = [part, unleet(part), unleet(part.replaceAll('1', 'l')), part.replaceAll('rn', 'm')];
      return read.some((one) => one === name || (name.length >= 6 && one.startsWith(name) && one !== name));
    });
    if (!named) return false;
    const labels = host.split('.');
    return !labels.some((label, at) => label === name && TRUE_ENDINGS.has(labels.slice(at + 1).join('.')));
  });
}

function kindOf(written: string, latin: string): LinkFinding['kind'] {
  const { host, disguised } = hostOf(written);
  const alike = hostOf(latin).host;
  if (disguised || ADDRESS.test(host) || host.split('.').some((label) => label.startsWith('xn--'))) return 'phishing';
  // Letters of two scripts in one label, or a known name in letters of another script.
  const mixed = host
    .split('.')
    .some((label) => !ASCII.test(label) && /[a-z]/.test(label) && /[\u0370-\u04FF]/.test(label));
  if (mixed || pretends(alike)) return 'phishing';
  return SHORTENERS.has(alike.replace(/^www\./, '')) ? 'hidden' : 'plain';
}

/** The links of a text that was folded. */
export function linksOf({ plain, latin }: { plain: string; latin: string }): LinkFinding[] {
  const found: LinkFinding[] = [];
  for (const match of plain.matchAll(LINK)) {
    if (found.length >= MAX_LINKS) break;
    const start = match.index;
    const end = start + Math.min(match[0].length, MAX_LINK);
    found.push({ kind: kindOf(plain.slice(start, end), latin.slice(start, end)), start, end });
  }
  return found;
}
