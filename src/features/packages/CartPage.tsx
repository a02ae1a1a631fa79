import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Currency } from '../../../server/core/money.ts';
import type { Cart, CartQuote } from '../../../server/features/packages/schema.ts';
import { RefusableButton } from '@/components/deal/RefusableButton.tsx';
import { NextStepLink } from '@/components/gates/NextStepLink.tsx';
import { RefusalAlert } from '@/components/gates/RefusalAlert.tsx';
import { QuoteLines } from '@/components/money/QuoteLines.tsx';
import { DetailPage } from '@/components/page/Pages.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { CartLineItem } from '@/features/packages/CartLineItem.tsx';
import { codeText, useErrorText } from '@/lib/error-text.ts';
import { useFeeWords } from '@/lib/fee-words.ts';
import { useFormat } from '@/lib/format.ts';
import { useLive } from '@/lib/live.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Textarea } from '@/ui/textarea.tsx';

/** The cart that the org's members share, with one quote for what can be ordered. */
export function CartPage({ orgId }: { orgId: string }) {
  const { t } = useTranslation('packages');
  useErrorText();
  useLive([`org:${orgId}`]);
  const query = useQuery({ ...api.packages.cart.queryOptions(), staleTime: 0 });
  return (
    <DetailPage
      query={query}
      errorTitle={t('cart.couldNotLoad')}
      moneySafe
      header={() => ({
        title: t('cart.title'),
        status: t('cart.status'),
        crumbs: [{ label: t('title'), link: { to: '/marketplace' } }, { label: t('cart.title') }],
        actions: (
          <Button asChild>
            <Link to="/marketplace/orders">{t('orders.title')}</Link>
          </Button>
        ),
      })}
      {...(query.data && query.data.lines.length > 0
        ? { aside: (cart: Cart) => <Checkout cart={cart} />, asideLabel: t('cart.quote') }
        : {})}
    >
      {(cart) =>
        cart.lines.length === 0 ? (
          <EmptyState
            title={t('cart.emptyTitle')}
            action={
              <Button asChild>
                <Link to="/marketplace">{t('cart.browse')}</Link>
              </Button>
            }
          >
            {t('cart.emptyText')}
          </EmptyState>
        ) : (
          <>
            {cart.can.order === true ? null : (
              <p className="mb-3 text-sm text-muted-foreground">{codeText(cart.can.order as 'auth.not_allowed')}</p>
            )}
            <ul className="border-t border-border">
              {cart.lines.map((line) => (
                <CartLineItem key={line.id} line={line} mayChange={cart.can.order === true} />
              ))}
            </ul>
          </>
        )
      }
    </DetailPage>
  );
}

interface Sum {
  currency: Currency;
  price: number;
  fee: number;
  tax: number;
  total: number;
}

/** What all creators together cost, each currency on its own: amounts are never converted for payment. */
function sumsOf(quote: CartQuote): Sum[] {
  const sums = new Map<Currency, Sum>();
  for (const { currency, charge } of quote.creators) {
    const sum = sums.get(currency) ?? { currency, price: 0, fee: 0, tax: 0, total: 0 };
    sums.set(currency, {
      currency,
      price: sum.price + charge.price,
      fee: sum.fee + charge.fee,
      tax: sum.tax + charge.tax,
      total: sum.total + charge.total,
    });
  }
  return [...sums.values()];
}

function Checkout({ cart }: { cart: Cart }) {
  const { t } = useTranslation('packages');
  const feeWords = useFeeWords();
  const format = useFormat();
  const navigate = useNavigate();
  const noteId = useId();
  const [note, setNote] = useState('');
  const refresh = () => Promise.all([api.packages.cart.invalidate(), api.packages.cartCount.invalidate()]);
  const checkout = trpc.packages.checkout.useMutation({
    onSuccess: async (order) => {
      await Promise.all([refresh(), api.packages.orders.invalidate(), api.offers.invalidate()]);
      await navigate({ to: '/marketplace/orders/$orderId', params: { orderId: order.id } });
    },
    onError: refresh,
  });
  const { quote } = cart;
  // A quote that has run out is replaced by the next one.
  const validMs = quote ? quote.expiresAt.getTime() - cart.serverNow.getTime() : null;
  useEffect(() => {
    if (validMs === null) return;
    const timer = setTimeout(() => void api.packages.cart.invalidate(), Math.max(1000, validMs + 500));
    return () => clearTimeout(timer);
  }, [validMs]);
  if (!quote)
    return cart.quoteRefusal ? (
      <Alert tone="problem" action={<NextStepLink code={cart.quoteRefusal} />}>
        {codeText(cart.quoteRefusal as 'billing.incomplete')}
      </Alert>
    ) : (
      <Alert>{t('cart.nothingToOrder')}</Alert>
    );
  const sums = sumsOf(quote);
  return (
    <section className="rounded-lg border border-border bg-card p-4.5">
      <h2 className="heading-section">{t('cart.quote')}</h2>
      <p className="text-sm text-muted-foreground">{t('cart.validUntil', { time: format.time(quote.expiresAt) })}</p>
      {sums.map(({ currency, price, fee, tax, total }) => {
        const money = (amount: number) => ({ amount, currency });
        return (
          <QuoteLines
            key={currency}
            className="mt-2"
            lines={[
              { id: 'price', label: t('cart.line.price'), money: money(price) },
              {
                id: 'fee',
                label: t('cart.line.fee', {
                  percent: feeWords({ feeBps: quote.feeBps, feeTerms: quote.fees?.[currency] ?? null, currency }),
                }),
                money: money(fee),
              },
              {
                id: 'tax',
                label: t('cart.line.tax', { percent: format.percent(quote.taxBps) }),
                money: money(tax),
              },
            ]}
            total={{ label: t('cart.line.total'), money: money(total) }}
          />
        );
      })}
      {sums.length > 1 ? <p className="mt-2 text-sm text-muted-foreground">{t('cart.currencies')}</p> : null}
      {cart.can.order === true ? (
        <Field id={noteId} label={t('cart.note')} className="mt-4">
          <Textarea
            id={noteId}
            rows={2}
            maxLength={1000}
            dir="auto"
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </Field>
      ) : null}
      <RefusalAlert error={checkout.error} className="mt-3" />
      <div className="mt-4 grid gap-2">
        <RefusableButton
          variant="ink"
          can={cart.can.order}
          reasonShown
          pending={checkout.isPending}
          onClick={() => {
            if (cart.can.order === true) checkout.mutate({ quoteId: quote.id, note });
          }}
        >
          {t('cart.send', { n: quote.creators.length })}
        </RefusableButton>
      </div>
      <p className="mt-3 text-sm text-muted-foreground">{t('cart.nothingCharged')}</p>
    </section>
  );
}
