const brands: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** A card for display: `Visa •••• 4242`. */
export const cardName = ({ brand, last4 }: { brand: string; last4: string }): string =>
  `${brands[brand.toLowerCase()] ?? 'Card'} •••• ${last4}`;
