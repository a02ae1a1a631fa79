import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import { SEARCH_ATTRIBUTES, type SearchAttributeName, type SearchAttributeValues } from '../contracts.ts';

/** Older lines are dropped: current details are rewritten whole after every step. */
const TIMELINE_LINES = 30;

const stamp = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');

function toPairs(values: SearchAttributeValues) {
  return (Object.entries(values) as [SearchAttributeName, string | number][]).map(([name, value]) => {
    const type = SEARCH_ATTRIBUTES[name];
    if (type === 'DATETIME') return { key: { name, type }, value: new Date(value) };
    return type === 'INT'
      ? { key: { name, type }, value: Number(value) }
      : { key: { name, type }, value: String(value) };
  });
}

export interface WorkflowDetails {
  /** Adds a line to the timeline that the Temporal UI shows under "current details". */
  log(line: string): void;
  /** Heading and current state, shown above the timeline. Search attributes are written when they changed. */
  update(facts: {
    state: string;
    waitsFor: string | null;
    until: Date | null;
    attributes: SearchAttributeValues;
  }): void;
}

/**
 * What the Temporal UI shows of a workflow: a timeline in its current details, and search attributes. Ids and states only, never names.
 * `known`: attributes it was started with, which need not be written again.
 */
export function createDetails(title: string, known: SearchAttributeValues = {}): WorkflowDetails {
  const lines: string[] = [];
  let head = '';
  let written = known;
  const render = () => setCurrentDetails(`### ${title}\n${head}\n\n${lines.map((l) => `- ${l}`).join('\n')}`);
  return {
    log(line) {
      lines.push(`\`${stamp(new Date(Date.now()))}\` ${line}`);
      if (lines.length > TIMELINE_LINES) lines.shift();
      render();
    },
    update({ state, waitsFor, until, attributes }) {
      const wait = waitsFor ? `\nWaits for **${waitsFor}**${until ? ` until \`${stamp(until)}\` UTC` : ''}` : '';
      head = `State **${state}**${wait}`;
      render();
      const changed = Object.fromEntries(
        Object.entries(attributes).filter(([name, value]) => written[name as SearchAttributeName] !== value),
      );
      if (Object.keys(changed).length === 0) return;
      upsertSearchAttributes(toPairs(changed));
      written = { ...written, ...changed };
    },
  };
}
