/** Escapes text for HTML; line ends become `<br>`. */
export const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`).replace(/\n/g, '<br>');
