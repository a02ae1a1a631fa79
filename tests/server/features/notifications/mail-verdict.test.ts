import { expect, test } from 'vitest';
import { verdictOn } from '../../../../server/features/notifications/mail-sender.ts';

const reply = (response: string, more: object = {}) =>
  Object.assign(new Error(response), {
    responseCode: Number(response.slice(0, 3)),
    response,
    code: 'EENVELOPE',
    command: 'RCPT TO',
    ...more,
  });

test('only a reply about a mailbox that no longer exists marks the person; policy, rate and content do not', () => {
  for (const response of [
    '550 5.1.1 no such user',
    '550-5.1.1 no such user',
    '551 user not local',
    '553 mailbox name not allowed',
    '550 5.1.10 null MX',
    '550 5.2.1 disabled',
    '556 5.1.2 bad domain',
  ]) {
    expect([response, verdictOn(reply(response), 1)]).toEqual([response, 'bounced']);
  }
  for (const response of [
    '550 5.7.1 blocked by policy',
    '550 5.7.26 unauthenticated',
    '554 5.7.1 too many mails',
    '554 rate limited',
    '550 rejected',
    '552 5.2.2 mailbox full',
    '552 5.3.4 too big',
    '535 5.7.8 bad login',
    '421 4.7.0 later',
    '451 try later',
    '553 5.7.1 sender not allowed',
  ]) {
    expect([response, verdictOn(reply(response), 1)]).toEqual([response, 'later']);
    expect([response, verdictOn(reply(response), 10)]).toEqual([response, 'failed']);
  }
  expect(verdictOn(reply('553 sender rejected', { command: 'MAIL FROM' }), 1)).toBe('later');
  expect(verdictOn(reply('551 x', { command: 'DATA' }), 1)).toBe('later');
});
