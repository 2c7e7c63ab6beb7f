import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { html, type Html } from '#server/kernel/pages/html.ts';
import { methodOf, payInvoice } from '../billing/pay.ts';
import type { Invoice } from '../objects.ts';
import { putCard } from '../put-card.ts';
import { pagesPath } from '../store.ts';
import { day, money } from '../words.ts';
import { emit, type World } from '../world.ts';
import { amountsTable, cardName } from './amounts.ts';
import { cardFields, cardValues, readCard, testCardList, type CardProblems, type CardValues } from './card-form.ts';
import { confirmPage, notConfirmed, notice, sandboxPage } from './look.ts';
import { formOf, onObject, send, type Answer, type Pages } from './scope.ts';

type At = { Params: { id: string; token: string } };
type Form = { values?: CardValues; problems?: CardProblems; notice?: string };

/** The page of an invoice: what it is for, and its payment while it is open. */
export const invoicePages = (app: FastifyInstance, pages: Pages): void => {
  const on = ({ id, token }: At['Params'], work: (world: World, invoice: Invoice) => Answer) =>
    onObject(pages, { kind: 'invoice', id }, (world, invoice) =>
      isSame(invoice.sandbox.token, token) ? work(world, invoice) : undefined,
    );
  app.get<At>('/invoice/:id/:token', async ({ params }, reply) =>
    send(pages, reply, await on(params, (world, invoice) => show(pages, world, invoice, {}))),
  );
  app.post<At>('/invoice/:id/:token', async (request, reply) => {
    const fields = formOf(pages, request);
    return send(pages, reply, await on(request.params, (world, invoice) => submit(pages, world, invoice, fields)));
  });
  app.get<At>('/invoice/:id/:token/confirm', async ({ params }, reply) =>
    send(pages, reply, await on(params, (_world, invoice) => askToConfirm(pages, invoice))),
  );
  app.post<At>('/invoice/:id/:token/confirm', async (request, reply) => {
    const { answer } = formOf(pages, request);
    return send(
      pages,
      reply,
      await on(request.params, (world, invoice) => {
        if (invoice.status !== 'open') return { redirect: urlOf(invoice) };
        if (answer === 'confirm') return settle(pages, world, invoice, true);
        invoice.sandbox.attempt = 'declined';
        invoice.sandbox.reason = notConfirmed;
        invoice.sandbox.declineCode = 'authentication_required';
        emit(world, 'invoice.payment_failed', invoice);
        return show(pages, world, invoice, { notice: notConfirmed }, 402);
      }),
    );
  });
};

const submit = (pages: Pages, world: World, invoice: Invoice, fields: Record<string, string>): Answer => {
  if (invoice.status !== 'open') return { redirect: urlOf(invoice) };
  if (fields.action === 'card') {
    const values = cardValues(fields);
    const read = readCard(world, values);
    if ('problems' in read) return show(pages, world, invoice, { values, problems: read.problems }, 400);
    if (read.card.sandbox.behaviour === 'declines')
      return show(pages, world, invoice, { values, notice: 'Your card was declined.' }, 402);
    putCard(world, read.card);
  }
  return settle(pages, world, invoice, false);
};

const settle = (pages: Pages, world: World, invoice: Invoice, isConfirmed: boolean): Answer => {
  const answer = payInvoice(world, invoice, { isConfirmed });
  if (answer.as === 'action') return { redirect: `${urlOf(invoice)}/confirm` };
  if (answer.as === 'declined') return show(pages, world, invoice, { notice: answer.message }, 402);
  return { redirect: urlOf(invoice) };
};

const askToConfirm = ({ look }: Pages, invoice: Invoice): Answer => {
  if (invoice.status !== 'open') return { redirect: urlOf(invoice) };
  const what = `a payment of ${money(invoice.amount_due, invoice.currency)} to ${look.brand.name}`;
  return { page: confirmPage(look, { action: `${urlOf(invoice)}/confirm`, what }) };
};

const show = ({ look, home }: Pages, world: World, invoice: Invoice, form: Form, status = 200): Answer => {
  const page = sandboxPage(look, {
    title: `Invoice ${invoice.number ?? ''}`,
    lead: `${day(invoice.created)}, to ${invoice.customer_name ?? 'you'}. ${stateOf(invoice)}`,
    icon: invoice.status === 'paid' ? 'done' : undefined,
    body: html`${amountsTable(invoice)} ${invoice.footer !== null && html`<p class="hint">${invoice.footer}</p>`}
      ${notice(form.notice)} ${invoice.status === 'open' && payForms(world, invoice, form)}
      <p class="below"><a href="${home}">Back to ${look.brand.name}</a></p>`,
  });
  return { page, status };
};

const payForms = (world: World, invoice: Invoice, { values, problems }: Form): Html => {
  const price = money(invoice.amount_due, invoice.currency);
  const card = cardName(methodOf(world, invoice));
  return html`${
      card !== undefined &&
      html`<form method="post" action="${urlOf(invoice)}">
        <button class="main" type="submit" name="action" value="pay">Pay ${price} with ${card}</button>
      </form>`
    }
    <h2>${card === undefined ? 'Pay with a card' : 'Pay with another card'}</h2>
    <form method="post" action="${urlOf(invoice)}" novalidate>
      ${cardFields(values, problems)}
      <button class="${card === undefined ? 'main' : 'plain'}" type="submit" name="action" value="card">
        Pay ${price}
      </button>
    </form>
    ${testCardList()}`;
};

const stateOf = ({ status, status_transitions: { paid_at } }: Invoice): string => {
  if (status === 'paid') return `Paid on ${day(paid_at ?? 0)}.`;
  if (status === 'void') return 'It is void: nothing has to be paid.';
  return status === 'uncollectible' ? 'It could not be collected.' : 'It is not paid yet.';
};

const urlOf = ({ id, sandbox }: Invoice): string => `${pagesPath}/invoice/${id}/${sandbox.token}`;

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
