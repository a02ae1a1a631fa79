import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { LOCALES } from '../../../server/core/locale.ts';
import {
  type BrandDebts as Owed,
  type EvidencePackDto,
  evidenceTexts,
} from '../../../server/features/payments/schema.ts';
import { BrandDebts } from '../../../src/features/payments/BrandDebts.tsx';
import { CorrectEvidence } from '../../../src/features/platform/CorrectEvidence.tsx';
import { EvidencePack } from '../../../src/features/platform/EvidencePack.tsx';
import { markup, textsIn } from '../../support/texts.tsx';

const answer = vi.hoisted(() => ({ data: undefined as unknown }));
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ children }: { children: ReactNode }) => <a href="/there">{children}</a>,
  useRouteContext: () => ({ session: { staffRole: 'finance' } }),
}));
vi.mock('@tanstack/react-query', async (original) => ({
  ...(await original<object>()),
  useQuery: () => ({ data: answer.data }),
}));
// It keeps drafts in the browser.
vi.mock('../../../src/components/form/Form.tsx', () => ({
  Form: ({ children }: { children: ReactNode }) => <form>{children}</form>,
}));
vi.mock('../../../src/lib/trpc.ts', () => {
  const tree = (): unknown =>
    new Proxy(() => undefined, {
      get: (_, name) => (name === 'queryOptions' || name === 'useMutation' ? () => ({ error: null }) : tree()),
    });
  return { api: tree(), trpc: tree() };
});

const FIELDS = evidenceTexts.keyof().options;
type Payment = Owed['totals'][number]['payment'];
const UNTIL = new Date('2026-12-05T09:00:00Z');
const owed = (payment: Payment): Owed => ({
  items: [
    {
      id: 'd1',
      brandOrg: 'b1',
      brandName: 'Café Lumen',
      contractId: null,
      milestoneId: null,
      title: null,
      milestone: null,
      why: 'refund_by_hand',
      amount: 10_600,
      owed: 10_600,
      currency: 'EUR',
      openedAt: new Date('2026-11-20T09:00:00Z'),
      proposed: false,
      waits: false,
    },
  ],
  totals: [{ currency: 'EUR', amount: 10_600, payable: true, payment, until: payment === 'processing' ? UNTIL : null }],
  mayPay: true,
});

test.each(LOCALES)(
  'a brand reads that its payment was refused beside the button that pays again, and that its bank processes it instead: %s',
  async (locale) => {
    const { t } = await textsIn(locale);
    const [refused, processing] = [t('debts:refused'), t('debts:processing', { date: '…' }).split('…')[0]!];
    for (const payment of ['refused', 'processing', null] as const) {
      answer.data = owed(payment);
      const html = await markup(<BrandDebts />, locale);
      expect([html.includes(refused), html.includes(processing), html.includes('<button')]).toEqual([
        payment === 'refused',
        payment === 'processing',
        payment !== 'processing',
      ]);
    }
  },
);

const pack = (state: EvidencePackDto['state'], refused: string | null): EvidencePackDto => ({
  state,
  refused,
  correctable: refused !== null,
  dueAt: new Date('2026-12-01T09:00:00Z'),
  submitAt: new Date('2026-12-01T03:00:00Z'),
  requestedAt: null,
  endedAt: null,
  hash: null,
  texts: [],
});

test.each(LOCALES)(
  'staff read that the provider refuses evidence, with its code, until it is taken: %s',
  async (locale) => {
    const t = (await textsIn(locale)).getFixedT(locale, 'books');
    const shown = async (state: EvidencePackDto['state'], refused: string | null) => {
      answer.data = pack(state, refused);
      const html = await markup(<EvidencePack disputeId="dp_1" />, locale);
      return [t('evidence.refused'), 'parameter_invalid', t('evidence.sending')].map((text) => html.includes(text));
    };
    expect(await shown('claimed', 'parameter_invalid')).toEqual([true, true, false]);
    expect(await shown('claimed', null)).toEqual([false, false, true]);
    expect(await shown('submitted', 'parameter_invalid')).toEqual([false, false, false]);
  },
);

test.each(LOCALES)(
  'staff read each text of the evidence under a name, with its field at the provider: %s',
  async (locale) => {
    const t = (await textsIn(locale)).getFixedT(locale, 'books');
    answer.data = {
      ...pack('waiting', null),
      texts: FIELDS.map((field) => ({ field, text: `text of ${field}` })),
    } satisfies EvidencePackDto;
    const names = [
      ...(await markup(<EvidencePack disputeId="dp_1" />, locale)).matchAll(/<summary[^>]*>(.*?)<\/summary>/gu),
    ];
    expect(names.map(([, name]) => name!.replaceAll(/<[^>]+>/gu, ''))).toEqual(
      FIELDS.map((field) => `${t(`evidence.field.${field}`)} ${field}`),
    );
    expect(new Set(FIELDS.map((field) => t(`evidence.field.${field}`))).size).toBe(FIELDS.length);
  },
);

test.each(LOCALES)(
  'the form that corrects the evidence labels no field by its name at the provider: %s',
  async (locale) => {
    const t = (await textsIn(locale)).getFixedT(locale, 'books');
    const html = await markup(<CorrectEvidence disputeId="dp_1" texts={[]} onClose={() => undefined} />, locale);
    const labels = [...html.matchAll(/<label[^>]*>(.*?)<\/label>/gu)].map(([, label]) =>
      label!.replaceAll(/<[^>]+>/gu, ''),
    );
    expect(labels).toEqual(FIELDS.map((field) => t(`evidence.field.${field}`)));
  },
);
