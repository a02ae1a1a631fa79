import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { returnAddress } from '../../../server/context.ts';
import type { Integrations } from '../../../server/integrations/integrations.ts';
import { requestContext, type AppDeps } from '../../../server/http/session.ts';

const backTo = (appUrl: string, headers: Record<string, string>) => {
  const integrations = { settings: { appUrl } } as unknown as Integrations;
  const { service } = requestContext(
    { integrations } as unknown as AppDeps,
    { id: 'r', ip: '127.0.0.1', headers } as unknown as FastifyRequest,
  );
  return returnAddress(service, '/payouts?onboarding=done');
};

describe("where the payment provider's pages lead back to", () => {
  const DEMO = 'http://localhost:3000';

  test('is the address at which the person is signed in, of the two that this machine has', () => {
    expect(backTo(DEMO, { origin: 'http://127.0.0.1:3000' })).toBe('http://127.0.0.1:3000/payouts?onboarding=done');
    expect(backTo(DEMO, { origin: DEMO })).toBe('http://localhost:3000/payouts?onboarding=done');
    expect(backTo(DEMO, {})).toBe('http://localhost:3000/payouts?onboarding=done');
  });

  test.each<Record<string, string>>([
    { origin: 'https://evil.example' },
    { origin: 'http://127.0.0.1:3000.evil.example' },
    { origin: 'http://127.0.0.1:3001' },
    { origin: 'https://127.0.0.1:3000' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:3000@evil.example' },
    { origin: 'http://127.0.0.1:3000/../x' },
    { host: '127.0.0.1:3000' },
    { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    { referer: 'https://evil.example/' },
  ])('is never what another header or another page says: %o', (headers) => {
    expect(backTo(DEMO, headers)).toBe('http://localhost:3000/payouts?onboarding=done');
  });

  test('is one address alone where the app has a name', () => {
    for (const origin of [
      'http://127.0.0.1:3000',
      'http://localhost:3000',
      'http://app.example',
      'https://app.example.evil.example',
    ]) {
      expect(backTo('https://app.example', { origin })).toBe('https://app.example/payouts?onboarding=done');
    }
  });
});
