import type { RawObject } from './form.ts';
import { stripeId } from './ids.ts';
import type { World } from './world.ts';
import type { Fault, FaultKind } from '../objects/records.ts';

export const FAULT_KINDS: readonly FaultKind[] = [
  '409',
  '429',
  '500_after',
  '500_before',
  'delay',
  'delay_after',
  'error',
  'reset_after',
  'reset_before',
  'timeout_after',
  'timeout_before',
];

export interface FaultInput {
  match?: { method?: string; path?: string; op_id?: string };
  kind: FaultKind;
  times?: number;
  delay_ms?: number;
  status?: number;
  error?: Record<string, string>;
}

const DEFAULT_DELAY_MS = 1000;

export function addFault(world: World, input: FaultInput): Fault {
  return world.create('fault', {
    id: stripeId('fault'),
    match: input.match ?? {},
    kind: input.kind,
    remaining: input.times ?? 1,
    delay_ms: input.delay_ms ?? DEFAULT_DELAY_MS,
    status: input.status ?? 400,
    error: input.error ?? {},
  });
}

/** The first fault waiting for this request, used up by one. */
export function takeFault(world: World, method: string, path: string, body: RawObject): Fault | null {
  if (world.store.size('fault') === 0) return null;
  for (const fault of world.store.all('fault')) {
    if (!applies(fault, method, path, body)) continue;
    world.store.transact(() => {
      if (fault.remaining > 1) world.update('fault', fault.id, { remaining: fault.remaining - 1 });
      else world.store.remove('fault', fault.id);
    });
    return fault;
  }
  return null;
}

/** `*` in a path stands for any characters, so that one pattern covers every id. */
function applies({ match }: Fault, method: string, path: string, body: RawObject): boolean {
  if (match.method !== undefined && match.method.toUpperCase() !== method) return false;
  if (match.path !== undefined) {
    const pattern = match.path
      .split('*')
      .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*');
    if (!new RegExp(`^${pattern}$`).test(path)) return false;
  }
  if (match.op_id === undefined) return true;
  const { metadata } = body;
  return typeof metadata === 'object' && metadata['op_id'] === match.op_id;
}
