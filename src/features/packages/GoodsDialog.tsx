import { useTranslation } from 'react-i18next';
import type { Currency } from '../../../server/core/money.ts';
import type { CartLine } from '../../../server/features/packages/schema.ts';
import { TextField } from '@/components/form/fields.tsx';
import { FormDialog } from '@/components/form/FormPage.tsx';
import { MoneyField } from '@/components/form/MoneyField.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { keepAnswer } from '@/lib/form-start.ts';
import { api, trpc } from '@/lib/trpc.ts';

interface GoodsValues {
  goods: string;
  goodsValue: number | null;
}
interface GoodsOutput {
  goods: string;
  goodsValue: number;
}

/** Products that come beside the price, with their value. */
export function GoodsDialog({
  line,
  currency,
  open,
  onOpenChange,
}: {
  line: CartLine;
  currency: Currency;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const { t } = useTranslation('packages');
  const form = useAppForm<GoodsValues, GoodsOutput>({
    schema: () => import('@/features/packages/checks.ts').then((checks) => checks.goods),
    defaultValues: { goods: line.goods, goodsValue: line.goods ? line.goodsValue : null },
  });
  const change = trpc.packages.changeLine.useMutation();
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={() => onOpenChange(false)}
      title={t('cart.goods')}
      description={t('cart.goodsText')}
      submitLabel={t('cart.saveGoods')}
      submitError={change.error}
      pending={change.isPending}
      onSubmit={async ({ goods, goodsValue }) => {
        const cart = await change.mutateAsync({ lineId: line.id, addons: line.addons, goods, goodsValue });
        keepAnswer(api.packages.cart.queryOptions().queryKey, cart);
        onOpenChange(false);
      }}
    >
      <TextField control={form.control} name="goods" label={t('cart.goodsWhat')} maxLength={200} optional />
      <MoneyField control={form.control} name="goodsValue" currency={currency} label={t('cart.goodsValue')} optional />
    </FormDialog>
  );
}
