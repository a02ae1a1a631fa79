/** Raised when a step, its worth or what counts as done changes: a score is shown with it. */
export const COMPLETENESS_VERSION = 1;

/** A full portfolio. */
export const FULL_WORKS = 6;

export const STEPS = [
  'photo',
  'headline',
  'bio',
  'niches',
  'languages',
  'city',
  'service',
  'rates',
  'account',
  'portfolio',
] as const;
export type Step = (typeof STEPS)[number];

/** Points of each step when it is done; together a hundred. */
export const WORTH: Readonly<Record<Step, number>> = {
  photo: 10,
  headline: 10,
  bio: 5,
  niches: 15,
  languages: 5,
  city: 10,
  service: 5,
  rates: 15,
  account: 15,
  portfolio: 10,
};

/** Part of the fit with campaigns that a step gives something to compare. */
export const COMPARED_BY: Readonly<Partial<Record<Step, 'topic' | 'audience' | 'place' | 'budget'>>> = {
  niches: 'topic',
  city: 'place',
  rates: 'budget',
  account: 'audience',
};

/** What is known of a creator's profile. */
export interface ProfileFacts {
  photo: boolean;
  headline: boolean;
  bio: boolean;
  niches: number;
  languages: number;
  /** The city is a known place. */
  city: boolean;
  service: boolean;
  /** Public rates. */
  rates: number;
  /** Accounts whose figures the network gives. */
  connected: number;
  works: number;
}

export interface StepResult {
  step: Step;
  points: number;
  worth: number;
  /** Counted of what is needed; null for a step that is done or not. */
  of: { have: number; need: number } | null;
}
export interface Completeness {
  version: number;
  /** From 0 to 100. */
  score: number;
  /** In the order of the form. */
  steps: StepResult[];
  /** The open step that adds most. */
  next: Step | null;
}

const DONE: Readonly<Record<Exclude<Step, 'portfolio'>, (facts: ProfileFacts) => boolean>> = {
  photo: ({ photo }) => photo,
  headline: ({ headline }) => headline,
  bio: ({ bio }) => bio,
  niches: ({ niches }) => niches > 0,
  languages: ({ languages }) => languages > 0,
  city: ({ city }) => city,
  service: ({ service }) => service,
  rates: ({ rates }) => rates > 0,
  account: ({ connected }) => connected > 0,
};

function resultOf(step: Step, facts: ProfileFacts): StepResult {
  const worth = WORTH[step];
  if (step !== 'portfolio') return { step, worth, points: DONE[step](facts) ? worth : 0, of: null };
  const have = Math.min(facts.works, FULL_WORKS);
  return { step, worth, points: Math.floor((worth * have) / FULL_WORKS), of: { have, need: FULL_WORKS } };
}

/** How much of a profile is there, step by step. */
export function completenessOf(facts: ProfileFacts): Completeness {
  const steps = STEPS.map((step) => resultOf(step, facts));
  const open = steps.filter(({ points, worth }) => points < worth);
  const next = open.toSorted((a, b) => b.worth - b.points - (a.worth - a.points))[0] ?? null;
  return {
    version: COMPLETENESS_VERSION,
    score: steps.reduce((sum, { points }) => sum + points, 0),
    steps,
    next: next?.step ?? null,
  };
}
