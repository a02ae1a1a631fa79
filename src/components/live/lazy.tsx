import { Suspense } from 'react';
import type { LiveTextProps } from '@/components/live/LiveText.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';

const Text = lazyNamed(
  async () => (await Promise.all([import('@/components/live/LiveText.tsx'), loadTexts('live-release')]))[0],
  'LiveText',
);

/** `LiveText`, loaded when a deal has one. */
export const LazyLiveText = (props: LiveTextProps) => (
  <Suspense fallback={null}>
    <Text {...props} />
  </Suspense>
);

const EVENTS: readonly string[] = ['awaiting_live', 'live_confirmed', 'retention_ended'];

/** The text of an event that is one of these; null for any other. */
export function liveEvent(type: string, data: Readonly<Record<string, unknown>>): LiveTextProps['text'] | null {
  if (type === 'part_released' && typeof data['cause'] === 'string') return `event.part_${data['cause']}`;
  if (type === 'live_missed') return `event.${String(data['reason'])}`;
  return EVENTS.includes(type) ? `event.${type}` : null;
}

const OUTCOMES: readonly string[] = [
  'releaseThenPost',
  'waitForPost',
  'whenLive',
  'autoApproveThenPost',
  'postChecked',
  'notPosted',
  'holdbackChecked',
  'holdback',
  'postOverdue',
  'postExtended',
  'cancelUnposted',
];
export const isLiveOutcome = (outcome: string): boolean => OUTCOMES.includes(outcome);
