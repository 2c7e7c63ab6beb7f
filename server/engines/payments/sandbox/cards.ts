/** How a test card answers when it is charged. */
export type CardBehaviour =
  | 'pays'
  /** It can be kept on file, but every charge is declined. */
  | 'declinesLater'
  | 'insufficientFunds'
  /** Its owner must confirm the first payment (3-D Secure). */
  | 'confirmsOnce'
  /** Its owner must confirm every payment. */
  | 'confirmsAlways'
  /** It can't even be kept on file. */
  | 'declines';

type TestCard = { number: string; behaviour: CardBehaviour; brand: string; shows: string };

/** The card numbers that the sandbox knows; every other number is refused, so nobody enters a real one. */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', behaviour: 'pays', brand: 'visa', shows: 'Pays' },
  { number: '5555555555554444', behaviour: 'pays', brand: 'mastercard', shows: 'Pays' },
  { number: '378282246310005', behaviour: 'pays', brand: 'amex', shows: 'Pays' },
  {
    number: '4000000000000341',
    behaviour: 'declinesLater',
    brand: 'visa',
    shows: 'Can be saved, is declined when charged',
  },
  { number: '4000000000009995', behaviour: 'insufficientFunds', brand: 'visa', shows: 'Has insufficient funds' },
  {
    number: '4000002500003155',
    behaviour: 'confirmsOnce',
    brand: 'visa',
    shows: 'Must be confirmed once (3-D Secure)',
  },
  { number: '4000002760003184', behaviour: 'confirmsAlways', brand: 'visa', shows: 'Must be confirmed each time' },
  { number: '4000000000000002', behaviour: 'declines', brand: 'visa', shows: 'Is declined at once' },
];

/** The test card with this number; spaces and dashes don't matter. */
export const testCard = (number: string): TestCard | undefined => {
  const digits = number.replaceAll(/[\s-]/g, '');
  return testCards.find((card) => card.number === digits);
};

/** What a bank says of a declined card, for people and as the provider's code. */
export const declineOf = (behaviour: CardBehaviour): { message: string; code: string } =>
  behaviour === 'insufficientFunds'
    ? { message: 'Your card has insufficient funds.', code: 'insufficient_funds' }
    : { message: 'Your card was declined.', code: 'generic_decline' };
