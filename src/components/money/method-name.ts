import type { PaymentMethodDto } from '../../../server/features/payment-methods/schema.ts';
import { cardName, maskedNumber } from '@/lib/masked-number.ts';

type Named = Pick<PaymentMethodDto, 'kind' | 'brand' | 'last4'>;

/** "Visa •••• 4242"; of a bank account "IBAN •••• 3201". */
export const methodName = ({ kind, brand, last4 }: Named): string =>
  kind === 'card' ? cardName(brand, last4) : `IBAN ${maskedNumber(last4)}`;
