import type { FastifyInstance } from 'fastify';
import { html, type Html } from '#server/kernel/pages/html.ts';
import { answerOf } from '../billing/pay.ts';
import type { Invoice, PaymentMethod, PortalSession } from '../objects.ts';
import { putCard } from '../put-card.ts';
import { pagesPath } from '../store.ts';
import { day, money } from '../words.ts';
import { all, find, lookUp, put, type World } from '../world.ts';
import { cardName } from './amounts.ts';
import { cardFields, cardValues, readCard, testCardList, type CardProblems, type CardValues } from './card-form.ts';
import { confirmPage, notConfirmed, notice, sandboxPage } from './look.ts';
import { formOf, onObject, send, type Answer, type Pages } from './scope.ts';

type At = { Params: { id: string }; Querystring: { saved?: string } };
type Form = { values?: CardValues; problems?: CardProblems; notice?: string; isSaved?: boolean };

/** As many as a customer's snapshot has. */
const newestInvoices = 24;

/** The customer's pages: the card that pays, and the invoices. */
export const portalPages = (app: FastifyInstance, pages: Pages): void => {
  const on = (id: string, work: (world: World, session: PortalSession) => Answer) =>
    onObject(pages, { kind: 'billing_portal.session', id }, (world, session) =>
      session.sandbox.expires > world.wall ? work(world, session) : undefined,
    );
  app.get<At>('/portal/:id', async ({ params: { id }, query }, reply) =>
    send(pages, reply, await on(id, (world, session) => show(pages, world, session, { isSaved: query.saved === '1' }))),
  );
  app.post<At>('/portal/:id', async (request, reply) => {
    const fields = formOf(pages, request);
    return send(pages, reply, await on(request.params.id, (world, session) => submit(pages, world, session, fields)));
  });
  app.get<At>('/portal/:id/confirm', async ({ params: { id } }, reply) =>
    send(
      pages,
      reply,
      await on(id, (_world, session) => {
        if (!session.sandbox.confirming) return { redirect: urlOf(session) };
        const what = `that ${pages.look.brand.name} may charge your card`;
        return { page: confirmPage(pages.look, { action: `${urlOf(session)}/confirm`, what }) };
      }),
    ),
  );
  app.post<At>('/portal/:id/confirm', async (request, reply) => {
    const { answer } = formOf(pages, request);
    return send(
      pages,
      reply,
      await on(request.params.id, (world, session) => {
        const card = session.sandbox.confirming;
        session.sandbox.confirming = null;
        put(world, session);
        if (!card) return { redirect: urlOf(session) };
        if (answer !== 'confirm') return show(pages, world, session, { notice: notConfirmed }, 402);
        return save(world, session, { ...card, sandbox: { ...card.sandbox, confirmed: true } });
      }),
    );
  });
};

const submit = (pages: Pages, world: World, session: PortalSession, fields: Record<string, string>): Answer => {
  const values = cardValues(fields);
  const read = readCard(world, values);
  if ('problems' in read) return show(pages, world, session, { values, problems: read.problems }, 400);
  const { card } = read;
  if (card.sandbox.behaviour === 'declines')
    return show(pages, world, session, { values, notice: 'Your card was declined.' }, 402);
  if (answerOf(card, world.now, false).as !== 'action') return save(world, session, card);
  session.sandbox.confirming = card;
  put(world, session);
  return { redirect: `${urlOf(session)}/confirm` };
};

/** A customer who came only for the card goes straight back. */
const save = (world: World, session: PortalSession, card: PaymentMethod): Answer => {
  putCard(world, card);
  return { redirect: session.flow ? (session.return_url ?? '/') : `${urlOf(session)}?saved=1` };
};

const show = ({ look }: Pages, world: World, session: PortalSession, form: Form, status = 200): Answer => {
  const { invoice_settings: settings } = find(world, 'customer', session.customer);
  const id = settings.default_payment_method;
  const card = cardName(typeof id === 'string' ? lookUp(world, 'payment_method', id) : undefined);
  const page = sandboxPage(look, {
    title: session.flow ? 'Change the card' : 'Payments',
    lead: card === undefined ? 'There is no card on file.' : `${card} pays for your subscriptions.`,
    body: html`${form.isSaved === true && html`<p class="done" role="status">The new card is saved.</p>`}
      ${notice(form.notice)}
      <form method="post" action="${urlOf(session)}" novalidate>
        ${cardFields(form.values, form.problems)}
        <button class="main" type="submit">Save the card</button>
      </form>
      ${testCardList()} ${!session.flow && invoiceList(all(world, 'invoice').slice(0, newestInvoices))}
      <p class="below"><a href="${session.return_url ?? '/'}">Back to ${look.brand.name}</a></p>`,
  });
  return { page, status };
};

const invoiceList = (invoices: readonly Invoice[]): Html =>
  html`<h2>Invoices</h2>
    ${invoices.length === 0 && html`<p class="hint">There are none yet.</p>`}
    <ul class="invoices">
      ${invoices.map(
        (one) =>
          html`<li>
            <a href="${one.hosted_invoice_url ?? ''}">${one.number ?? one.id}</a>
            <span>${day(one.created)}</span>
            <span>${money(one.total, one.currency)}</span>
            <span>${one.status ?? ''}</span>
          </li>`,
      )}
    </ul>`;

const urlOf = ({ id }: PortalSession): string => `${pagesPath}/portal/${id}`;
