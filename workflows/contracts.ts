/**
 * Names that the API, the dispatcher and workflow code share. Pure: no Node, no Temporal import. A workflow's id names
 * its row; its input is `{ id, resume }` only, everything else is read from the row.
 */
import { TYPES } from './types.gen.ts';

export const TASK_QUEUES = { money: 'money', accounts: 'accounts', discovery: 'discovery' } as const;
export type TaskQueue = keyof typeof TASK_QUEUES;

export interface WorkflowInput {
  /** Id of the workflow's row. */
  id: string;
  /** Started again from the row (seed, repair, restore): read the state instead of assuming the first one. */
  resume?: boolean;
}

/** A kind of workflow, in `types/` under the name of its file. */
export interface WorkflowSpec {
  /** Prefix of its ids. */
  noun: string;
  queue: TaskQueue;
}

/** Workflow type → id prefix and task queue. */
export const WORKFLOWS = TYPES;
export type WorkflowType = keyof typeof WORKFLOWS;

/** Input of a workflow that a schedule starts, which has no row yet. */
export const FROM_SCHEDULE = 'schedule';

export const workflowId = (type: WorkflowType, id: string): string => `${WORKFLOWS[type].noun}/${id}`;

/** The one signal of every workflow: "the row moved, read it again". `event` is for the timeline and the dedupe. */
export const ROW_MOVED = 'rowMoved';
export interface RowMoved {
  /** Unique per act; a repeated delivery changes nothing. */
  key: string;
  /** The act, e.g. `approved`, `submitted`, `payment`. Shown in the workflow's timeline. */
  event: string;
}

/** Opaque ids only: search attributes are never encrypted. */
export const SEARCH_ATTRIBUTES = {
  SponsioKind: 'KEYWORD',
  SponsioState: 'KEYWORD',
  ContractId: 'KEYWORD',
  MilestoneId: 'KEYWORD',
  CampaignId: 'KEYWORD',
  BrandOrg: 'KEYWORD',
  CreatorOrg: 'KEYWORD',
  SponsioDeadline: 'DATETIME',
  AmountMinor: 'INT',
} as const;
export type SearchAttributeName = keyof typeof SEARCH_ATTRIBUTES;
export type SearchAttributeValues = Partial<Record<SearchAttributeName, string | number>>;

/** A step that the workflow takes by itself at a set time. `at` is an ISO instant: activity results travel as JSON. */
export interface ScheduledStep<Act extends string = string> {
  at: string;
  act: Act;
  /** The timer's summary, e.g. "deadline of the answer". */
  label: string;
  /** For reminders: whole hours that are left then. */
  hours?: number;
}

/** What an activity returns of the row. The workflow decides on this alone, never on a rule it imports. */
export interface RowSnapshot<Act extends string = string> {
  state: string;
  /** No further step: the workflow ends. */
  closed: boolean;
  /** Steps still to come, soonest first. */
  steps: ScheduledStep<Act>[];
  attributes: SearchAttributeValues;
}
