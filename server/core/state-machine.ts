/**
 * A state machine as data: action → the states it may start from, the state it leads to, the actors that may do it.
 * Services assert it, buttons show its refusal, tests check every pair.
 */
export interface Transition<State extends string, Actor extends string> {
  from: readonly State[];
  /** null: the action does not move the state. */
  to: State | null;
  by: readonly Actor[];
}

export type Machine<State extends string, Action extends string, Actor extends string> = Readonly<
  Record<Action, Transition<State, Actor>>
>;

export type Refusal = 'wrong_state' | 'wrong_actor';

/** Null when `actor` may do `action` in `state`, else the reason. */
export function refusal<State extends string, Action extends string, Actor extends string>(
  machine: Machine<State, Action, Actor>,
  action: Action,
  state: State,
  actor: Actor,
): Refusal | null {
  const t = machine[action];
  if (!t.by.includes(actor)) return 'wrong_actor';
  if (!t.from.includes(state)) return 'wrong_state';
  return null;
}
