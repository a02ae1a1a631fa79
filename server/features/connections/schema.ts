import * as z from 'zod';
import { ADDRESSES } from '../../core/addresses.ts';
import { uuid } from '../../core/inputs.ts';
import type { Platform } from '../terms/schema.ts';
import { NETWORKS, type Network } from './rules.ts';

const network = z.enum(NETWORKS);
export const beginInput = z.strictObject({
  network,
  /** Where the person goes on afterwards. */
  returnPath: z
    .string()
    .max(200)
    .regex(/^\/(?![/\\])[\w\-./?=&%]*$/)
    .default(ADDRESSES.account),
});
export const finishInput = z.strictObject({
  network,
  /** What the network returned; null: go on with what is kept for this browser. */
  state: z.string().max(200).nullable(),
  code: z.string().min(1).max(2_000).nullable(),
  error: z.string().max(200).nullable(),
});
export const connectionInput = z.strictObject({ connectionId: uuid });
export const channelInput = z.strictObject({
  network,
  /** @handle, or the id of a channel. */
  handle: z
    .string()
    .trim()
    .min(2)
    .max(64)
    .regex(/^@?[\p{L}\p{N}._-]+$/u),
});

/** `unproven`: the code is not in the description yet · `ending`: what is stored is being deleted. */
/** Who ended a connection. */
export type EndedBy = 'owner' | 'network';
export type ConnectionState = 'unproven' | 'active' | 'consent_needed' | 'ending';
export type ConnectionKind = 'consent' | 'public';
/** As `SocialProblem` of the networks' clients, for what stays a problem of a connection. */
export type SyncProblem = 'missing' | 'personal' | 'rate' | 'refused' | 'unavailable';

/**
 * How a sign-in at a network ended. `connected` · `denied`: refused at the network · `personal`: no professional account ·
 * `elsewhere`: connected to another org · `scopes`: what is needed was refused · `expired`: state or code unknown, used
 * or too old · `other_browser` and `other_user`: begun in another browser or by another user · `signed_out`: kept until the same user signs in ·
 * `working`: another call is finishing it · `unavailable`: the network does not answer · `refused`: it refuses the app.
 */
export const OUTCOMES = [
  'connected',
  'denied',
  'elsewhere',
  'expired',
  'other_browser',
  'other_user',
  'personal',
  'refused',
  'scopes',
  'signed_out',
  'unavailable',
  'working',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface ConnectionDto {
  id: string;
  network: Network;
  kind: ConnectionKind;
  /** False for an account that a code in its description proved: its network gives no figures. */
  hasFigures: boolean;
  state: ConnectionState;
  handle: string;
  name: string;
  url: string;
  /** For the description of an account whose owner is not proven yet. */
  proof: string | null;
  granted: string[];
  /** Requested and not granted, or taken back; what they cover is not read any more. */
  refused: string[];
  connectedAt: Date;
  consentEndsAt: Date | null;
  lastSyncAt: Date | null;
  nextSyncAt: Date | null;
  problem: SyncProblem | null;
  problemSince: Date | null;
  /** Posts that were read so far, of how many where the network says so; null when all were read. */
  progress: { read: number; total: number | null } | null;
}

export interface FinishResult {
  network: Network;
  outcome: Outcome;
  /** Names of what was refused, as the network names it. */
  refused: string[];
  connection: ConnectionDto | null;
  returnPath: string;
}

/** How accounts of a network are connected here: by its sign-in, by a code in the description, or not at all. */
export type Way = 'consent' | 'public';
export interface MyConnections {
  ways: Record<Network, Way[]>;
  connections: ConnectionDto[];
}

/** An account of a creator; of a blog its host. `connected`: its owner is proven, otherwise the creator entered it. */
export interface OwnAccount {
  platform: Platform;
  /** Small letters. */
  handle: string;
  connected: boolean;
}
