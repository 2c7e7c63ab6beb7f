import type { FastifyInstance } from 'fastify';
import { createSubscription } from '../billing/create-subscription.ts';
import { reductionOf } from '../billing/discounts.ts';
import { answerOf } from '../billing/pay.ts';
import { previewCreation } from '../billing/preview.ts';
import type { CheckoutSession, Invoice, PaymentMethod } from '../objects.ts';
import { expireIfLate } from '../resources/checkout-sessions.ts';
import { activePromotion } from '../resources/promotions.ts';
import { pagesPath } from '../store.ts';
import { Refusal } from '../wire/refusal.ts';
import { money } from '../words.ts';
import { emit, find, put, type World } from '../world.ts';
import { cardValues, readCard, type CardProblems, type CardValues } from './card-form.ts';
import { checkoutScreen } from './checkout-screen.ts';
import { confirmPage, messagePage, notConfirmed } from './look.ts';
import { formOf, onObject, send, type Answer, type Pages } from './scope.ts';

type At = { Params: { id: string } };
type Form = { values?: CardValues; problems?: CardProblems; promo?: string; promoProblem?: string; notice?: string };

/** The payment page: a card is entered, perhaps confirmed, and the subscription starts. */
export const checkoutPages = (app: FastifyInstance, pages: Pages): void => {
  const on = (id: string, work: (world: World, session: CheckoutSession) => Answer) =>
    onObject(pages, { kind: 'checkout.session', id, catalog: true }, (world, found) => {
      const session = expireIfLate(world, found);
      return session.status === 'open' ? work(world, session) : closed(pages, session);
    });

  app.get<At>('/checkout/:id', async ({ params: { id } }, reply) =>
    send(pages, reply, await on(id, (world, session) => show(pages, world, session, {}))),
  );
  app.post<At>('/checkout/:id', async (request, reply) => {
    const fields = formOf(pages, request);
    return send(pages, reply, await on(request.params.id, (world, session) => submit(pages, world, session, fields)));
  });
  app.get<At>('/checkout/:id/confirm', async ({ params: { id } }, reply) =>
    send(pages, reply, await on(id, (world, session) => askToConfirm(pages, world, session))),
  );
  app.post<At>('/checkout/:id/confirm', async (request, reply) => {
    const { answer } = formOf(pages, request);
    return send(
      pages,
      reply,
      await on(request.params.id, (world, session) => {
        const { confirming } = session.sandbox;
        session.sandbox.confirming = null;
        put(world, session);
        if (!confirming) return { redirect: `${pagesPath}/checkout/${session.id}` };
        if (answer !== 'confirm') return show(pages, world, session, { notice: notConfirmed }, 402);
        return complete(world, session, { ...confirming, isConfirmed: true });
      }),
    );
  });
};

const submit = (pages: Pages, world: World, session: CheckoutSession, fields: Record<string, string>): Answer => {
  const values = cardValues(fields);
  const promo = (fields.promo ?? '').trim().slice(0, 40);
  const form = { values, promo };
  const promotion = promotionOf(world, session, promo);
  if ('problem' in promotion) return show(pages, world, session, { ...form, promoProblem: promotion.problem }, 400);
  if (fields.action === 'apply') return show(pages, world, session, form);
  const read = readCard(world, values);
  if ('problems' in read) return show(pages, world, session, { ...form, problems: read.problems }, 400);
  const { card } = read;
  const answer = answerOf(card, world.now, false);
  if (answer.as === 'declined') return show(pages, world, session, { ...form, notice: answer.message }, 402);
  if (answer.as === 'paid') return complete(world, session, { card, promotion: promotion.id, isConfirmed: false });
  session.sandbox.confirming = { card, promotion: promotion.id };
  put(world, session);
  return { redirect: `${pagesPath}/checkout/${session.id}/confirm` };
};

/** The code that was given with the page, or entered on it. */
const promotionOf = (
  world: World,
  { discounts }: CheckoutSession,
  entered: string,
): { id: string | null } | { problem: string } => {
  const given = discounts?.[0]?.promotion_code;
  if (typeof given === 'string') return { id: given };
  if (entered === '') return { id: null };
  const promotion = activePromotion(world, entered);
  if (!promotion) return { problem: 'This code is invalid.' };
  try {
    reductionOf(world, promotion.id);
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.message };
    throw error;
  }
  return { id: promotion.id };
};

type Payment = { card: PaymentMethod; promotion: string | null; isConfirmed: boolean };

/** Charges the card and starts the subscription; the card pays for it from now on. */
const complete = (world: World, session: CheckoutSession, { card, promotion, isConfirmed }: Payment): Answer => {
  card.sandbox.confirmed = isConfirmed;
  emit(world, 'payment_method.attached', card);
  const { price, quantity, metadata } = session.sandbox;
  const subscription = createSubscription(world, {
    customer: find(world, 'customer', session.customer),
    price: find(world, 'price', price),
    quantity,
    promotion,
    metadata,
    taxed: session.automatic_tax.enabled,
    method: card.id,
    isConfirmed,
  });
  if (subscription.status !== 'active') throw new Error(`The card of the checkout ${session.id} did not pay.`);
  session.status = 'complete';
  session.payment_status = 'paid';
  session.url = null;
  session.subscription = subscription.id;
  session.invoice = subscription.latest_invoice;
  session.sandbox.confirming = null;
  emit(world, 'checkout.session.completed', session);
  return { redirect: returnUrl(session) };
};

const returnUrl = ({ success_url, id }: CheckoutSession): string =>
  (success_url ?? '/').replace('{CHECKOUT_SESSION_ID}', id);

const closed = ({ look }: Pages, session: CheckoutSession): Answer => {
  if (session.status === 'complete') return { redirect: returnUrl(session) };
  const text = { title: 'This page has expired', lead: 'Nothing was charged. Please start again.' };
  return { page: messagePage(look, { ...text, href: session.cancel_url ?? '/', label: 'Back' }), status: 410 };
};

const show = (pages: Pages, world: World, session: CheckoutSession, form: Form, status = 200): Answer => {
  const promotion = promotionOf(world, session, form.promoProblem === undefined ? (form.promo ?? '') : '');
  const invoice = quote(world, session, 'id' in promotion ? promotion.id : null);
  const mayEnterCode = session.allow_promotion_codes === true;
  return { page: checkoutScreen(pages.look, { session, invoice, mayEnterCode, ...form }), status };
};

const quote = (world: World, session: CheckoutSession, promotion: string | null): Invoice =>
  previewCreation(world, {
    customer: find(world, 'customer', session.customer),
    price: find(world, 'price', session.sandbox.price),
    quantity: session.sandbox.quantity,
    reductions: promotion === null ? [] : [reductionOf(world, promotion)],
    taxed: session.automatic_tax.enabled,
  });

const askToConfirm = (pages: Pages, world: World, session: CheckoutSession): Answer => {
  const { confirming } = session.sandbox;
  if (!confirming) return { redirect: `${pagesPath}/checkout/${session.id}` };
  const { amount_due, currency } = quote(world, session, confirming.promotion);
  const what = `a payment of ${money(amount_due, currency)} to ${pages.look.brand.name}`;
  return { page: confirmPage(pages.look, { action: `${pagesPath}/checkout/${session.id}/confirm`, what }) };
};
