import i18next from 'i18next';
import * as z from 'zod';

/** The schema of `CodeField`. */
export const sixDigits = z.string().regex(/^\d{6}$/u, { error: () => i18next.t('common:form.sixDigits') });
