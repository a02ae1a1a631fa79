import type { ServiceContext } from '../../context.ts';
import type { Operator } from '../../core/operator.ts';

/** Who operates this installation; public, as the law of most countries demands. */
export const operator = (ctx: ServiceContext): Operator => ctx.integrations.settings.operator;
