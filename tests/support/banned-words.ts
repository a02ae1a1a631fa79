/** Words of an old private vocabulary, each with the plain term to write instead. Read by tests/words.test.ts. */
export interface BannedWord {
  pattern: RegExp;
  instead: string;
}

const ban = (words: string, instead: string): BannedWord => ({
  pattern: new RegExp(`(?<![a-z])(?:${words})(?![a-z])`),
  instead,
});

/** Matched against a name in words, lower case, one space between: `orgsOutOfStanding` is "orgs out of standing". File names and locale keys are names too. */
export const BANNED_IN_NAMES: BannedWord[] = [
  ban('tell|tells|telling', 'notify…, set…, report…: the verb for what it does'),
  ban('told|said|says|saying|heard|hear|hears|hearing', 'what the value is: result, answer, source, notices'),
  ban('say|speak|speaks', 'print in scripts, t for a text, send, announce'),
  ban('nobody|nobodys|somebody|whoever|anybody', 'anonymous, unknown, user, caller'),
  ban('bury|buried', 'moveToDeadLetter'),
  ban('adopt|adopts|adopted', 'reconcile, reconciled'),
  ban('standing', 'status for orgs, payouts, threads and briefs; watchSession'),
  ban('seat|seats', 'connection limiter, slot'),
  ban('gathered', 'batch'),
  ban('deaf', 'uninterruptible'),
  ban('wordless', 'CODE_FALLBACKS'),
  ban('oddity', 'findInvalidValue'),
  ban('doubt|doubts|doubted', 'unknown, markRefundUnknown'),
  ban('shelf', 'bucket'),
  ban('carry out|carries out|carried out', 'executeOperation, apply…, run…'),
  ban('apart', 'isolateBidi, separate'),
  ban('dress|dresses|dressed', 'apply…, wrap…, format…'),
  ban('still here', 'isMounted'),
  ban('way on', 'NextStepLink, fallbackScreen'),
  ban('kept draft|unfinished', 'formDraft'),
  ban('walls', 'constraints, policies'),
  ban('door|doors', 'portal'),
  ban('knock|knocks', 'sign-in attempt'),
  ban('leash', 'watchdog'),
  ban('paper|papers', 'document, documents'),
  ban('slip|slips', 'card, summary'),
  ban('hands', 'press, pointer, user'),
  ban(
    'ask for \\w+|asks (?:for )?\\w+|ask (?:panel|consent|proof|session|signed|email|deletion|help)',
    'request…, fetch…, query…, needs…',
  ),
  ban('(?:look|looks|looking) again|look before|next look', 'resolve…Again, refresh…, nextCheck'),
  ban('to whom', 'recipient'),
  ban('(?:all )?bank matters?', 'bankProblems'),
  ban('askers?|asking', 'requesters, request…, call…'),
  ban('take back|takes back|take place|free places?', 'mark…Refused, recordReversal, replace…, reopen…'),
  ban(
    'keeper|keepers|something kept|on ask|first guesses|open matters|prepare welcome|then of',
    'a store, defaults, deletion blockers, …Effect',
  ),
  ban('asked (?:at|by|for|price)|(?:on|price|set) asked', 'requested…, …At of what happens then'),
];

/** Matched against constants as they are written. */
export const BANNED_IN_CONSTANTS: BannedWord[] = [
  { pattern: /(?:^|_)(?:MOST|LONGEST|DEEPEST|LARGEST|WIDEST)(?:_|$)/, instead: 'MAX_…' },
  { pattern: /(?:^|_)(?:SHORTEST|FEWEST|LEAST)(?:_|$)/, instead: 'MIN_…' },
];

const phrase = (words: string, instead: string): BannedWord => ({
  pattern: new RegExp(`\\b(?:${words})\\b`, 'gi'),
  instead,
});

/** Matched against comments, titles of tests and documents. */
export const BANNED_IN_PROSE: BannedWord[] = [
  phrase('whoever|whomever', 'the user, the caller, a client that …'),
  phrase('nobody|somebody|anybody', 'no user, an account, any caller, a person'),
  phrase('told|tells?', 'notified, reports, shows, sets, returns'),
  phrase('hears?|heard', 'receives, reads, is notified'),
  phrase('wants', 'requires, expects'),
  phrase('knows', 'stores, reads, has'),
  phrase('remembers|forgets', 'stores, deletes'),
  phrase('asks for|asked for|asking for|(?:is|are|was|were) asked', 'requires, requested, called, read'),
  phrase('knocks?', 'signs in, tries'),
  phrase('doors?', 'portal, sign-in page'),
  phrase('walls', 'constraints, policies'),
  phrase('whose turn', 'who acts next'),
  phrase("one['’]s", 'its, their, the user’s'),
];

/** Names that contain such a word and stay, with the reason. */
export const EXEMPT_NAMES = new Map([
  ['freePlace', 'a transition of campaigns, stored by its name'],
  ['look_again', 'a signal, recorded in histories under this name'],
  ['operator_asked_to_look_again', 'an event, stored under this name'],
  ['asked_by', 'a column'],
  ['askForMoneyCheck', 'an activity, recorded in histories under this name'],
  ['adoptedStyleSheets', 'a property of the DOM'],
  ['carryOutRemoval', 'an activity, recorded in histories under this name'],
]);

/** Prose that contains such a word and stays, with the reason. */
export const EXEMPT_PROSE: { text: RegExp; reason: string }[] = [
  { text: /docs\/adr\/[\w.-]+/g, reason: 'file names of decisions' },
  { text: /step-up asks for a fresh one/g, reason: 'in the baseline migration, frozen by checksum' },
  { text: /user `nobody`/g, reason: 'an account of the operating system' },
];

/** Files whose wording is not ours to change, with the reason. */
export const EXEMPT_FILES: { path: RegExp; reason: string }[] = [
  { path: /^db\/types\.ts$|\.gen\.ts$/, reason: 'generated' },
  { path: /^docs\/clauses\.md$/, reason: 'generated from the texts of the locales' },
  { path: /^docs\/openapi\.yaml$/, reason: 'generated' },
  { path: /^tests\/workflows\/histories\//, reason: 'recorded; replayed as they are' },
  { path: /^tests\/spec\//, reason: 'the texts of the specification, word by word' },
  { path: /^docs\/adr\/00(?:0\d|1\d|2[0-2])-/, reason: 'decisions as they were written at the time' },
  { path: /^CHANGELOG\.md$/, reason: 'history' },
  { path: /^tests\/(?:words\.test|support\/banned-words)\.ts$/, reason: 'they name the words' },
];

/** Folders and files that still hold such words. May only shrink: a clean one fails the test until it is taken out. */
export const PENDING: string[] = [];
