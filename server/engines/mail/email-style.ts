import type { Brand } from '#contract/rules/brand.ts';

/** E-mail styles for dark mode and small screens; each class overrides an inline style, the fallback without `<style>`. */
export const emailStyle = ({ theme }: Pick<Brand, 'theme'>): string => {
  const [, , , tint] = theme.primary;
  return `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (max-width: 480px) {
  .around { padding: 16px 8px !important }
  .paper { padding: 20px 16px !important }
  .cell { padding: 6px 4px !important }
}
@media (prefers-color-scheme: dark) {
  .page { background: #0f131a !important; color: #e7ebf2 !important }
  .paper { background: #1a202b !important }
  .faint { color: #a7b0be !important }
  .cell { border-color: #343d4c !important }
  .tint { color: ${tint} !important }
}
</style>`;
};
