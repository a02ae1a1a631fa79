import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chosenAddons, priceWith } from '../../../server/features/packages/rules.ts';
import type { CartLine } from '../../../server/features/packages/schema.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { CreatorAvatar, faceOf } from '@/components/people/Party.tsx';
import { useConditions } from '@/features/packages/PackageFacts.tsx';
import { codeText, useErrorText } from '@/lib/error-text.ts';
import { keepAnswer } from '@/lib/form-start.ts';
import { useFormat } from '@/lib/format.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Suspense } from 'react';

const GoodsDialog = lazyNamed(() => import('@/features/packages/GoodsDialog.tsx'), 'GoodsDialog');

/**
 * One package of the cart with its add-ons and goods; a change since it was put in stands beside it. `mayChange`: the
 * reader's role may order; the page says why not.
 */
export function CartLineItem({ line, mayChange }: { line: CartLine; mayChange: boolean }) {
  const { t } = useTranslation('packages');
  const explain = useErrorText();
  const [reached, setReached] = useState(false);
  const [open, setOpen] = useState(false);
  const settled = {
    onSuccess: (cart: Parameters<typeof keepAnswer>[1]) => {
      keepAnswer(api.packages.cart.queryOptions().queryKey, cart);
      void api.packages.cartCount.invalidate();
    },
  };
  const remove = trpc.packages.removeLine.useMutation(settled);
  const change = trpc.packages.changeLine.useMutation(settled);
  const { package: item, creator, goods, goodsValue } = line;
  const problem = remove.error ?? change.error;
  return (
    <li className="grid cols-auto-main-auto gap-x-3 gap-y-1 border-b border-border py-4">
      <CreatorAvatar {...faceOf(creator)} size="md" />
      <div className="min-w-0">
        <LineFacts line={line} />
        {line.refusal ? (
          <Alert
            tone="caution"
            className="mt-2"
            action={
              mayChange && line.refusal === 'package.changed' && item ? (
                <Button
                  pending={change.isPending}
                  onClick={() =>
                    change.mutate({ lineId: line.id, addons: line.addons, goods, goodsValue, version: item.version })
                  }
                >
                  {t('cart.takeChange')}
                </Button>
              ) : undefined
            }
          >
            {codeText(line.refusal as 'package.changed')}
          </Alert>
        ) : null}
        {problem ? (
          <Alert tone="problem" className="mt-2">
            {explain(problem)}
          </Alert>
        ) : null}
        {item && mayChange ? (
          <Button
            variant="quiet"
            className="-ms-2 mt-1"
            onClick={() => {
              setReached(true);
              setOpen(true);
            }}
          >
            {goods ? t('cart.changeGoods') : t('cart.addGoods')}
          </Button>
        ) : null}
        {item && reached ? (
          <Suspense fallback={null}>
            <GoodsDialog line={line} currency={item.currency} open={open} onOpenChange={setOpen} />
          </Suspense>
        ) : null}
      </div>
      <div className="flex flex-col items-end gap-1.5">
        <p className="font-semibold">
          <MoneyText money={item ? { amount: priceWith(item, line.addons), currency: item.currency } : null} />
        </p>
        {mayChange ? (
          <Button
            variant="quiet"
            size="icon"
            aria-label={t('cart.remove', { title: item?.title ?? '' })}
            pending={remove.isPending}
            onClick={() => remove.mutate({ lineId: line.id })}
          >
            <Trash2 aria-hidden />
          </Button>
        ) : null}
      </div>
    </li>
  );
}

/** What is ordered, of whom and on which conditions. */
function LineFacts({ line }: { line: CartLine }) {
  const { t } = useTranslation('packages');
  const format = useFormat();
  const conditions = useConditions();
  const { package: item, creator, goods, goodsValue } = line;
  const addons = item ? chosenAddons(item.addons, line.addons) : [];
  return (
    <>
      <h2 className="text-base font-semibold">
        {item ? (
          <Link to="/marketplace/$packageId" params={{ packageId: item.id }} className="link">
            <bdi>{item.title}</bdi>
          </Link>
        ) : (
          t('cart.gone')
        )}
      </h2>
      <p className="text-sm">
        <bdi>{creator.name}</bdi>
      </p>
      {item ? <p className="text-sm text-muted-foreground">{conditions(item).join(' · ')}</p> : null}
      {addons.map((addon) => (
        <p key={addon.id} className="text-sm">
          + <bdi>{addon.title}</bdi>
        </p>
      ))}
      {goods ? (
        <p className="text-sm">
          {t('cart.goodsLine', {
            goods,
            value: format.money({ amount: goodsValue, currency: item?.currency ?? 'EUR' }),
          })}
        </p>
      ) : null}
    </>
  );
}
