import { useEffect, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CURRENCIES, type Currency, type CurrencyRule, exponentOf, toDecimal } from '../../../server/core/money.ts';
import { meantAsThousands, parseAmount, type ParsedAmount } from '../../../server/core/typed-amounts.ts';
import { type BoundFieldProps, useBoundField } from '@/components/form/fields.tsx';
import { useFormat } from '@/lib/format.ts';
import { describedBy, Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';

type AmountRefusal = Extract<ParsedAmount, { ok: false }>['problem'];

export interface MoneyFieldProps<Values extends FieldValues> extends BoundFieldProps<Values> {
  currency: Currency;
  placeholder?: string;
}

/**
 * Text in, minor units out. The typed text is kept; text that is no amount of the currency is refused with its own
 * reason (a third decimal is never cut off), and the form value is NaN meanwhile, so that no schema accepts it. An
 * empty field is null.
 */
export function MoneyField<Values extends FieldValues>({ currency, placeholder, ...bound }: MoneyFieldProps<Values>) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id, field, error, mark, attributes } = useBoundField(bound);
  const [text, setText] = useState(() => amountText(field.value, currency));
  const lastValue = useRef<unknown>(field.value);
  const parsed = text.trim() === '' ? null : parseAmount(text, currency);

  // The form was reset or filled in code: show its value. Our own changes are excluded and keep the typed text.
  useEffect(() => {
    if (Object.is(field.value, lastValue.current)) return;
    lastValue.current = field.value;
    setText(amountText(field.value, currency));
  }, [field.value, currency]);

  // The same digits are another amount in another currency.
  const usedCurrency = useRef(currency);
  const { onChange } = field;
  useEffect(() => {
    if (usedCurrency.current === currency) return;
    usedCurrency.current = currency;
    const value = amountValue(text, currency);
    lastValue.current = value;
    onChange(value);
  }, [currency, text, onChange]);

  const thousands = meantAsThousands(text, currency);
  const why = (problem: AmountRefusal) =>
    problem === 'too_many_decimals' && thousands
      ? t('money.or_thousands', { currency, thousands })
      : t(`money.${problem}`, problemFacts(problem, currency, format));
  // A refused form focuses the field; its reason stays visible there, and "required" is shown for an empty one only.
  const own = error && parsed && !parsed.ok ? why(parsed.problem) : undefined;
  const shownError = own ?? error;
  const readBack =
    parsed?.ok && plain(text) !== toDecimal({ amount: parsed.amount, currency })
      ? format.money({ amount: parsed.amount, currency })
      : null;
  const hint = bound.hint ?? (readBack ? <bdi dir="ltr">= {readBack}</bdi> : undefined);
  return (
    <Field id={id} label={bound.label} hint={hint} error={shownError} mark={mark} className={bound.className}>
      {/* Digits run left to right in every language; the currency is at the end of the number. */}
      <div className="relative" dir="ltr">
        <Input
          {...attributes}
          type="text"
          inputMode={exponentOf(currency) === 0 ? 'numeric' : 'decimal'}
          autoComplete="off"
          placeholder={placeholder ?? toDecimal({ amount: 0, currency })}
          aria-invalid={shownError ? true : undefined}
          aria-describedby={[describedBy(id, { hint, error: shownError }), `${id}-currency`].filter(Boolean).join(' ')}
          className="figures pe-14"
          value={text}
          onChange={(event) => {
            const typed = event.currentTarget.value;
            const value = amountValue(typed, currency);
            setText(typed);
            lastValue.current = value;
            field.onChange(value);
          }}
        />
        <span
          id={`${id}-currency`}
          className="pointer-events-none absolute inset-y-0 end-3 grid place-items-center text-muted-foreground"
        >
          {currency}
        </span>
      </div>
    </Field>
  );
}

/** Minor units of the text; null if empty, NaN if it is no amount of this currency. */
export function amountValue(text: string, currency: Currency): number | null {
  if (text.trim() === '') return null;
  const parsed = parseAmount(text, currency);
  return parsed.ok ? parsed.amount : Number.NaN;
}

function amountText(value: unknown, currency: Currency): string {
  return typeof value === 'number' && Number.isSafeInteger(value) ? toDecimal({ amount: value, currency }) : '';
}

function plain(text: string): string {
  return text.trim();
}

/** Values of the refusal: the number of decimals, the smallest or largest amount, the step. */
export function problemFacts(
  problem: AmountRefusal,
  currency: Currency,
  format: { money: (money: { amount: number; currency: Currency }) => string },
): Record<string, string | number> {
  const rule = amountBounds(currency);
  switch (problem) {
    case 'too_many_decimals':
      return { count: rule.exponent, currency };
    case 'too_small':
      return { min: format.money({ amount: rule.min, currency }) };
    case 'too_large':
      return { max: format.money({ amount: rule.max, currency }) };
    case 'off_step':
      return { step: format.money({ amount: rule.step, currency }) };
    default:
      return { currency };
  }
}

function amountBounds(currency: Currency): CurrencyRule {
  return CURRENCIES[currency];
}
