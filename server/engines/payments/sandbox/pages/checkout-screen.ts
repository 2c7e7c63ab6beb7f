import { html, type Html } from '#server/kernel/pages/html.ts';
import type { CheckoutSession, Invoice } from '../objects.ts';
import { pagesPath } from '../store.ts';
import { money } from '../words.ts';
import { amountsTable } from './amounts.ts';
import { cardFields, testCardList, type CardProblems, type CardValues } from './card-form.ts';
import { notice, sandboxPage, type Look } from './look.ts';

type Shown = {
  session: CheckoutSession;
  invoice: Invoice;
  mayEnterCode: boolean;
  values?: CardValues;
  problems?: CardProblems;
  promo?: string;
  promoProblem?: string;
  notice?: string;
};

/** The payment page: what is bought, and the card that pays for it. */
export const checkoutScreen = (look: Look, shown: Shown): string => {
  const { session, invoice } = shown;
  const price = money(invoice.amount_due, invoice.currency);
  return sandboxPage(look, {
    title: `Subscribe for ${price}`,
    lead: `To ${look.brand.name}. The card is charged at once, and again at each renewal.`,
    body: html`${amountsTable(invoice)} ${notice(shown.notice)}
      <form method="post" action="${pagesPath}/checkout/${session.id}" novalidate>
        ${cardFields(shown.values, shown.problems)} ${shown.mayEnterCode && codeField(shown)}
        <button class="main" type="submit" name="action" value="pay">Pay ${price}</button>
      </form>
      ${testCardList()}
      <p class="below"><a href="${session.cancel_url ?? '/'}">Cancel and go back</a></p>`,
  });
};

const codeField = ({ promo = '', promoProblem }: Shown): Html =>
  html`<div class="field">
    <label for="promo">Promo code</label>
    <input
      id="promo"
      name="promo"
      value="${promo}"
      maxlength="40"
      autocomplete="off"
      ${promoProblem !== undefined && html`aria-invalid="true" aria-describedby="promo-wrong" autofocus`}
    />
    ${promoProblem !== undefined && html`<p class="wrong" id="promo-wrong">${promoProblem}</p>`}
    <button class="plain" type="submit" name="action" value="apply">Apply the code</button>
  </div>`;
