import { pageInput } from '../../core/pagination.ts';
import { brandProcedure, creatorProcedure, memberProcedure, router } from '../../trpc.ts';
import { browse, comparePackages, packagePage, packagesOf } from './browse.ts';
import { addToCart, cartCount, changeCartLine, getCart, removeFromCart } from './cart.ts';
import { checkout } from './checkout.ts';
import { getOrder, listOrders } from './orders.ts';
import { changePackageState, myPackages, savePackage, setCapacity } from './own.ts';
import {
  addToCartInput,
  browsePackagesInput,
  capacityInput,
  changeLineInput,
  checkoutInput,
  comparePackagesInput,
  lineId,
  orderId,
  packageId,
  packagesOfInput,
  savePackageInput,
  setPackageStateInput,
} from './schema.ts';

export const packagesRouter = router({
  browse: memberProcedure.input(browsePackagesInput).query(({ ctx, input }) => browse(ctx, input)),
  get: memberProcedure.input(packageId).query(({ ctx, input }) => packagePage(ctx, input)),
  compare: memberProcedure.input(comparePackagesInput).query(({ ctx, input }) => comparePackages(ctx, input)),
  of: memberProcedure.input(packagesOfInput).query(({ ctx, input }) => packagesOf(ctx, input)),
  mine: creatorProcedure.query(({ ctx }) => myPackages(ctx)),
  save: creatorProcedure.input(savePackageInput).mutation(({ ctx, input }) => savePackage(ctx, input)),
  setState: creatorProcedure.input(setPackageStateInput).mutation(({ ctx, input }) => changePackageState(ctx, input)),
  setCapacity: creatorProcedure.input(capacityInput).mutation(({ ctx, input }) => setCapacity(ctx, input)),
  cart: brandProcedure.query(({ ctx }) => getCart(ctx)),
  cartCount: brandProcedure.query(({ ctx }) => cartCount(ctx)),
  addToCart: brandProcedure.input(addToCartInput).mutation(({ ctx, input }) => addToCart(ctx, input)),
  changeLine: brandProcedure.input(changeLineInput).mutation(({ ctx, input }) => changeCartLine(ctx, input)),
  removeLine: brandProcedure.input(lineId).mutation(({ ctx, input }) => removeFromCart(ctx, input)),
  checkout: brandProcedure.input(checkoutInput).mutation(({ ctx, input }) => checkout(ctx, input)),
  order: brandProcedure.input(orderId).query(({ ctx, input }) => getOrder(ctx, input)),
  orders: brandProcedure.input(pageInput).query(({ ctx, input }) => listOrders(ctx, input)),
});
