import type { ErrorCode } from '../../core/errors.ts';
import { truncated } from '../../core/text.ts';
import type { DealTerms, Side } from '../terms/schema.ts';
import type { MilestoneState } from '../escrow/schema.ts';
import type { AnyMime, BriefMark, FileMime, FileTypes, SubmissionDto, SubmissionState } from './schema.ts';

/** What may be uploaded: declared type, extension and first bytes must agree. Sizes in bytes. */
export const FILE_TYPES = {
  'image/jpeg': { extensions: ['jpg', 'jpeg'], max: 50 * 1024 ** 2 },
  'image/png': { extensions: ['png'], max: 50 * 1024 ** 2 },
  'image/webp': { extensions: ['webp'], max: 50 * 1024 ** 2 },
  'video/mp4': { extensions: ['mp4', 'm4v'], max: 4 * 1024 ** 3 },
  'video/quicktime': { extensions: ['mov'], max: 4 * 1024 ** 3 },
  'video/webm': { extensions: ['webm'], max: 4 * 1024 ** 3 },
  'application/pdf': { extensions: ['pdf'], max: 50 * 1024 ** 2 },
} as const;
/** What browsers declare for a file of an unknown type. */
const UNKNOWN_TYPES = ['', 'application/octet-stream'] as const;
const MAX_DOCUMENT_BYTES = 25 * 1024 ** 2;
/** Documents that people send each other, beside those above; `also`: other declared types that are taken for this one. */
export const DOCUMENT_TYPES = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    extensions: ['docx'],
    max: MAX_DOCUMENT_BYTES,
    also: UNKNOWN_TYPES,
  },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
    extensions: ['xlsx'],
    max: MAX_DOCUMENT_BYTES,
    also: UNKNOWN_TYPES,
  },
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': {
    extensions: ['pptx'],
    max: MAX_DOCUMENT_BYTES,
    also: UNKNOWN_TYPES,
  },
  'text/plain': { extensions: ['txt'], max: MAX_DOCUMENT_BYTES, also: UNKNOWN_TYPES },
  // Where a spreadsheet program is installed, Windows declares its type for them.
  'text/csv': {
    extensions: ['csv'],
    max: MAX_DOCUMENT_BYTES,
    also: [...UNKNOWN_TYPES, 'application/vnd.ms-excel', 'text/plain'],
  },
} as const;
export const MAX_FILES_PER_SUBMISSION = 20;
/** All files of one org together, in bytes: some fifty of the largest videos. */
export const MAX_ORG_BYTES = 200 * 1024 ** 3;
/** Address of what was approved of a milestone: its one file, or a zip of several. */
export const approvedWorkUrl = (milestoneId: string): string => `/files/milestones/${milestoneId}`;
/** Address of a zip with everything that was approved of a deal. */
export const dealWorkUrl = (contractId: string): string => `/files/deals/${contractId}`;

/** Milestone states in which the creator prepares or corrects work. */
export const PREPARING: readonly MilestoneState[] = ['funded', 'changes_requested', 'overdue'];
/** Milestone states in which the brand has work to see. */
export const REVIEWING: readonly MilestoneState[] = ['delivered'];
/** Submission states the brand may see; a draft is the creator's own. */
export const SHOWN: readonly SubmissionState[] = ['submitted', 'changes_requested', 'approved', 'auto_approved'];

/** Submission states of accepted work. */
export const ACCEPTED: readonly SubmissionState[] = ['approved', 'auto_approved'];
/** Milestone states in which the creator was paid for the work. */
const PAID: readonly MilestoneState[] = ['released', 'settled_split'];

/**
 * Whether a side may take the files of a version: the creator's always, the brand's once the version was accepted or its
 * milestone paid. Until then the brand looks at them: at smaller pictures, at videos and documents as they are.
 */
export const mayTakeFiles = (side: Side, of: { submission: SubmissionState; milestone: MilestoneState }): boolean =>
  side === 'creator' || ACCEPTED.includes(of.submission) || PAID.includes(of.milestone);

/** Other names of types of ours. */
const ALIASES: Record<string, FileMime> = {
  'video/x-m4v': 'video/mp4',
  'image/jpg': 'image/jpeg',
  'image/apng': 'image/png',
};
export const plainType = (type: string): string => ALIASES[type] ?? type;
/** Properties of a picture or video; null where they are missing or expensive to read. */
export interface MediaFacts {
  width: number | null;
  height: number | null;
  durationMs: number | null;
}

/** What a file claims to be by declared type and name: its type, or the refusal. */
export function declaredType<M extends AnyMime = FileMime>(
  name: string,
  declared: string,
  types: FileTypes<M> = FILE_TYPES as unknown as FileTypes<M>,
): M | Extract<ErrorCode, 'file.type' | 'file.mismatch'> {
  const mime = plainType(declared.split(';')[0]!.trim().toLowerCase());
  const extension = name.includes('.') ? name.split('.').at(-1)!.toLowerCase() : '';
  const mimes = Object.keys(types) as M[];
  const byExtension = mimes.find((m) => types[m].extensions.includes(extension));
  if (!byExtension) return 'file.type';
  if (mime === byExtension || types[byExtension].also?.includes(mime)) return byExtension;
  return (mimes as string[]).includes(mime) ? 'file.mismatch' : 'file.type';
}

/** Folders that an office document of each type has within its zip. */
export const OFFICE_FOLDERS: Partial<Record<AnyMime, string>> = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'word/',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xl/',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'ppt/',
};
export const isText = (mime: AnyMime): boolean => mime === 'text/plain' || mime === 'text/csv';

/** A file name that is safe in a header and on every system: no path, no control characters, at most 120 characters. */
export function cleanName(name: string): string {
  const base = name
    .split(/[/\\]/)
    .at(-1)!
    .replace(/[\u0000-\u001f\u007f"<>:|?*\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
  if (base.length <= 120) return base || 'file';
  const dot = base.lastIndexOf('.');
  const extension = dot > 0 ? base.slice(dot) : '';
  return truncated(base, 120 - extension.length) + extension;
}

/** Whether a word goes on at this place, in scripts that set words apart. */
const isWithinWord = (text: string, at: number): boolean =>
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{N}]{2}$/u.test(text.slice(Math.max(at - 1, 0), at + 1));

/**
 * Whether a caption carries the label that makes paid work recognisable, not as a part of another word: "#ad" is not in
 * "#adventure". True where the contract requires none.
 */
export function disclosureIn(caption: string, disclosureText: string): boolean {
  const fold = (text: string) => text.normalize('NFKC').toLocaleLowerCase();
  const [text, label] = [fold(caption), fold(disclosureText.trim())];
  if (label === '') return true;
  for (let at = text.indexOf(label); at >= 0; at = text.indexOf(label, at + 1))
    if (!isWithinWord(text, at) && !isWithinWord(text, at + label.length)) return true;
  return false;
}

/** What a caption lacks. */
export interface CaptionGaps {
  /** There is none at all. */
  empty: boolean;
  /** The contract's disclosure label is not in it. */
  label: boolean;
}
export const gapsOf = (caption: string, terms: Pick<DealTerms, 'disclosureText'>): CaptionGaps => ({
  empty: caption.trim() === '',
  label: !disclosureIn(caption, terms.disclosureText),
});

/** Status of an item of the brief in the version that is shown. */
export interface BriefStatus {
  mark: BriefMark | null;
  /** Of the last earlier version in which it was judged. */
  before: { n: number; mark: BriefMark } | null;
}

/** `versions` in any order; `shownN`: the version that is shown, a draft included. */
export function briefStatus(
  item: string,
  versions: readonly Pick<SubmissionDto, 'n' | 'marks'>[],
  shownN: number,
): BriefStatus {
  const markIn = (version: Pick<SubmissionDto, 'marks'>) => version.marks.find((m) => m.item === item)?.mark ?? null;
  const shown = versions.find((v) => v.n === shownN);
  const earlier = versions.filter((v) => v.n < shownN && markIn(v) !== null).toSorted((a, b) => b.n - a.n)[0];
  return { mark: shown ? markIn(shown) : null, before: earlier ? { n: earlier.n, mark: markIn(earlier)! } : null };
}

/**
 * The names made distinct for one folder, also on file systems without case sensitivity: "reel.mp4", "reel (2).mp4".
 */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const dot = name.lastIndexOf('.');
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    let free = name;
    for (let n = 2; taken.has(free.toLowerCase()); n += 1) free = `${stem} (${n})${extension}`;
    taken.add(free.toLowerCase());
    return free;
  });
}
