import { wantedTraits, wholeAudience } from './audience/rules.ts';
import { isFreeSoon } from '../creators/rules.ts';
import { isNiche } from '../niches/rules.ts';
import { FORMATS } from '../terms/rules.ts';
import { partsOf, type Brief } from './brief.ts';
import type { CandidateRow, DealRecord } from './queries/candidates.ts';
import { CONDITIONS, fitOf, type Condition, type FitPart, type Gate, type Parts } from './rules.ts';
import type { Raise } from './schema.ts';

/** A creator's side of the comparison. */
export interface OwnSide {
  row: CandidateRow;
  followers: number;
  record: DealRecord;
  now: Date;
}

export interface Compared {
  parts: Parts;
  /** Parts that the campaign gives something to compare with. */
  used: FitPart[];
  unmet: Condition[];
  fit: number;
}

const holds = (facets: readonly string[], prefix: string, wanted: readonly string[]): boolean =>
  wanted.length === 0 || wanted.some((value) => facets.includes(`${prefix}:${value}`));

const MET: Record<Condition, (own: OwnSide, brief: Brief) => boolean> = {
  niches: ({ row }, { wanted }) => holds(row.facets, 'n', wanted.niches),
  languages: ({ row }, { wanted }) => holds(row.facets, 'l', wanted.languages),
  followers: ({ followers }, { wanted }) => followers >= wanted.followersMin && followers <= wanted.followersMax,
};

const usedBy = (brief: Brief, parts: Parts): FitPart[] => [
  ...(Object.keys(brief.topics).length > 0 ? (['topic'] as const) : []),
  ...(wantedTraits(brief.audience).length > 0 ? (['audience'] as const) : []),
  ...(brief.place ? (['place'] as const) : []),
  ...(parts.quality === null ? [] : (['quality'] as const)),
  ...((brief.usual ?? 0) > 0 ? (['budget'] as const) : []),
  'delivery',
];

/** How the creator fits a campaign by the rule that its brand's ranking uses. */
export function compareWith(own: OwnSide, brief: Brief, gates: readonly Gate[] = []): Compared {
  const parts = partsOf(own.row, brief, own);
  const used = usedBy(brief, parts);
  return {
    parts,
    used,
    unmet: CONDITIONS.filter((condition) => !MET[condition](own, brief)),
    fit: fitOf({ parts, gates }, used),
  };
}

/** As the brand ranks: a creator who misses a condition is not compared. */
const seenFit = (own: OwnSide, brief: Brief): number => {
  const { unmet, fit } = compareWith(own, brief);
  return unmet.length > 0 || !isFreeSoon(own.row, own.now) ? 0 : fit;
};

/** The most frequent first. */
function byFrequency<T>(values: readonly T[]): T[] {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1]).map(([value]) => value);
}

const withRow = (own: OwnSide, row: Partial<CandidateRow>): OwnSide => ({ ...own, row: { ...own.row, ...row } });

/** Of each kind, so many of those that most campaigns look for are tried. */
const TRIED = 4;
const MAX_NICHES = 5;

interface Change {
  raise: Pick<Raise, 'kind' | 'value' | 'isMost'>;
  /** The creator after the change, as this campaign would see it. */
  after: (own: OwnSide, brief: Brief) => OwnSide;
}

/** Changes that are open to this creator. `isMost`: how much it brings depends on what is not known yet; this is the most. */
function changesFor(own: OwnSide, briefs: readonly Brief[]): Change[] {
  const { row } = own;
  const { facets } = row;
  const formats = byFrequency(briefs.flatMap(({ deliverables }) => deliverables.map(({ format }) => format)));
  const niches = byFrequency(briefs.flatMap(({ topics }) => Object.keys(topics)));
  const languages = byFrequency(briefs.flatMap(({ wanted }) => wanted.languages));
  return [
    ...(isFreeSoon(row, own.now)
      ? []
      : [
          {
            raise: { kind: 'available', value: null, isMost: false },
            after: (o) => withRow(o, { available: true, freeFrom: null }),
          } as Change,
        ]),
    ...formats
      .filter((format) => row.prices[FORMATS.indexOf(format)] == null)
      .slice(0, TRIED)
      .map((format): Change => ({
        raise: { kind: 'rate', value: format, isMost: true },
        // At what the campaign usually pays for all its deliverables.
        after: (o, brief) => {
          const prices = FORMATS.map((_, i) => o.row.prices[i] ?? null);
          const units = brief.deliverables.reduce((sum, { count }) => sum + count, 0) || 1;
          prices[FORMATS.indexOf(format)] = Math.round((brief.usual ?? 0) / units);
          return withRow(o, { prices, facets: [...facets, `f:${format}`] });
        },
      })),
    ...(row.niches.length < MAX_NICHES ? niches : [])
      .filter((niche) => isNiche(niche) && !row.niches.includes(niche))
      .slice(0, TRIED)
      .map((niche): Change => ({
        raise: { kind: 'niche', value: niche, isMost: false },
        after: (o) => withRow(o, { niches: [...o.row.niches, niche], facets: [...facets, `n:${niche}`] }),
      })),
    ...languages
      .filter((language) => !facets.includes(`l:${language}`))
      .slice(0, TRIED)
      .map((language): Change => ({
        raise: { kind: 'language', value: language, isMost: false },
        after: (o) => withRow(o, { facets: [...facets, `l:${language}`] }),
      })),
    ...(row.lat === null
      ? [
          {
            raise: { kind: 'place', value: null, isMost: true },
            after: (o, { place }) => withRow(o, { ...place }),
          } as Change,
        ]
      : []),
    ...(Object.keys(row.audience).length > 0
      ? []
      : [
          {
            raise: { kind: 'account', value: null, isMost: true },
            after: (o, { audience }) => withRow(o, { audience: wholeAudience(audience) }),
          } as Change,
        ]),
  ];
}

const MIN_GAIN = 0.5;
const SHOWN = 5;

/** What would raise the creator's fit: the rule run again for each campaign with each change, those that bring most first. */
export function raisesFor(own: OwnSide, briefs: readonly Brief[]): Raise[] {
  const before = briefs.map((brief) => seenFit(own, brief));
  return changesFor(own, briefs)
    .flatMap(({ raise, after }): (Raise & { sum: number })[] => {
      const gains = briefs
        .map((brief, i) => seenFit(after(own, brief), brief) - before[i]!)
        .filter((gain) => gain >= MIN_GAIN);
      const sum = gains.reduce((total, gain) => total + gain, 0);
      if (gains.length === 0) return [];
      return [{ ...raise, points: Math.round((10 * sum) / gains.length) / 10, campaigns: gains.length, sum }];
    })
    .toSorted((a, b) => b.sum - a.sum)
    .slice(0, SHOWN)
    .map(({ kind, value, points, campaigns, isMost }) => ({ kind, value, points, campaigns, isMost }));
}
