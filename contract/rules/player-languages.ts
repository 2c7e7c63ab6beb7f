/** The languages a player can speak (BCP 47). */
export const playerLanguages = (
  'en de fr es ca pt pt-BR it nl pl cs sk hu ro bg el tr sv nb da fi et lv lt uk ru hr sl sr ar he fa ur hi bn id vi ' +
  'th ja ko zh-Hans zh-Hant'
).split(' ');
