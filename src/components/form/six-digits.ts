import i18next from 'i18next';
import { z } from 'zod';

/** What `CodeField` asks for. */
export const sixDigits = z.string().regex(/^\d{6}$/u, { error: () => i18next.t('common:form.sixDigits') });
