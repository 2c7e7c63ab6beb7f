/** Words as HTML shows them literally; their line ends stay. */
export const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`).replace(/\n/g, '<br>');
