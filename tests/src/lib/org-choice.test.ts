import { afterEach, describe, expect, test } from 'vitest';
import {
  chooseOrg,
  dropRefusedChoice,
  forgetOrgChoice,
  inOrg,
  orgChoice,
  orgHeaders,
  takeRefusedChoice,
} from '../../../src/lib/org-choice.ts';

const ORG = '01980000-0000-7000-8000-000000000001';
const CREATOR = '01980000-0000-7000-8000-000000000002';

afterEach(() => chooseOrg(''));

describe('the org of a tab', () => {
  test('goes with calls as headers and with files as parameters, before their fragment', () => {
    expect([orgHeaders(), inOrg('/files/a#t=0.1')]).toEqual([{}, '/files/a#t=0.1']);
    chooseOrg(ORG);
    expect(orgHeaders()).toEqual({ 'x-org': ORG });
    expect(inOrg('/files/a#t=0.1')).toBe(`/files/a?org=${ORG}#t=0.1`);
    expect(inOrg('/files/a.pdf?lang=en')).toBe(`/files/a.pdf?lang=en&org=${ORG}`);
    chooseOrg(ORG, CREATOR);
    expect(orgHeaders()).toEqual({ 'x-org': ORG, 'x-acting-for': CREATOR });
    expect(inOrg('/files/a')).toBe(`/files/a?org=${ORG}&for=${CREATOR}`);
  });

  test('takes nothing but an id', () => {
    chooseOrg('x&org=y', '"');
    expect([orgHeaders(), inOrg('/files/a')]).toEqual([{}, '/files/a']);
  });

  test('that was refused is dropped, and its code is shown once', () => {
    chooseOrg(ORG, CREATOR);
    dropRefusedChoice('org.unknown');
    expect(orgChoice()).toMatchObject({ org: ORG, actingFor: null });
    expect([takeRefusedChoice(), takeRefusedChoice()]).toEqual(['org.unknown', null]);
    dropRefusedChoice('org.unknown');
    expect(orgChoice().org).toBeNull();
  });

  test('is forgotten at a sign-out', () => {
    chooseOrg(ORG);
    forgetOrgChoice();
    expect(orgHeaders()).toEqual({});
  });
});
