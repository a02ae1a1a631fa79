import type { CaseKind } from '../../../server/features/cases/schema.ts';
import type { CurrencyHealth, OperationsOverview } from '../../../server/features/platform/schema.ts';

/** Commands are delivered and events of the provider applied within seconds; an older entry does not move by itself. */
export const COMMAND_LATE_S = 60;
export const EVENT_LATE_S = 120;

/** The number of entries of each queue whose oldest one is late; they need a staff member. */
export function lateEntries({ outbox, webhooks }: Pick<OperationsOverview, 'outbox' | 'webhooks'>): {
  commands: number;
  webhooks: number;
} {
  return {
    commands: (outbox.oldestSeconds ?? 0) >= COMMAND_LATE_S ? outbox.waiting : 0,
    webhooks: (webhooks.oldestSeconds ?? 0) >= EVENT_LATE_S ? webhooks.pending : 0,
  };
}

/** Whether the books of a currency need a look: not the provider's, or money that waits for a decision. */
export const differs = ({ suspense, ruled, providerBalance, ledgerBalance }: CurrencyHealth): boolean =>
  suspense !== ruled || (providerBalance !== null && providerBalance !== ledgerBalance);

/** Sections of the operators' page, as the address names them. */
type Section =
  | 'cases'
  | 'help'
  | 'held'
  | 'decisions'
  | 'operations'
  | 'payouts'
  | 'queues'
  | 'dead'
  | 'mails'
  | 'health'
  | 'check';
export type NeedId = Exclude<Section, 'queues'> | 'commands' | 'webhooks' | 'clocks';
export interface Need {
  id: NeedId;
  section: Section;
  count: number;
}

/** The counts of the page's sections; undefined: not loaded yet. */
export interface NeedFacts {
  overview: OperationsOverview | undefined;
  cases: Partial<Record<CaseKind, number>> | undefined;
  /** Proposals that the reader may decide. */
  toDecide: number | undefined;
  /** Texts that wait, up to `COUNT_CAP`. */
  held: number | undefined;
  bank: number | undefined;
  checks: { stops: readonly unknown[]; last: { state: string } | null } | undefined;
}

/**
 * Everything that needs a staff member; null while a part is not loaded, because an empty result would not be certain.
 */
export function needsOf({ overview, cases, toDecide, held, bank, checks }: NeedFacts): Need[] | null {
  const { help = 0, ...others } = cases ?? {};
  const late = overview && lateEntries(overview);
  const differing = overview?.health.filter(differs);
  const all: [NeedId, number | undefined][] = [
    ['cases', cases && Object.values(others).reduce((sum, n) => sum + (n ?? 0), 0)],
    ['help', cases && help],
    ['held', held],
    ['decisions', toDecide],
    ['operations', overview && overview.operations.unknown + overview.operations.failed],
    ['payouts', bank],
    ['commands', late?.commands],
    ['dead', overview?.outbox.dead],
    ['webhooks', late?.webhooks],
    ['mails', overview?.mails.failed],
    ['clocks', overview?.overdueClocks],
    ['health', differing?.length],
    ['check', checks && checks.stops.length + (checks.last?.state === 'breached' ? 1 : 0)],
  ];
  const needs = all.flatMap(([id, count]): Need[] =>
    count ? [{ id, count, section: id === 'commands' || id === 'webhooks' || id === 'clocks' ? 'queues' : id }] : [],
  );
  return needs.length === 0 && all.some(([, count]) => count === undefined) ? null : needs;
}
