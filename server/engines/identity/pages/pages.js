// Every page works without this: it only adds what a browser can do better.

for (const box of document.querySelectorAll('.box')) {
  const input = box.querySelector('input');
  const reveal = document.createElement('button');
  reveal.type = 'button';
  reveal.className = 'reveal';
  const show = (shown) => {
    input.type = shown ? 'text' : 'password';
    reveal.textContent = shown ? 'Hide' : 'Show';
    reveal.setAttribute('aria-label', shown ? 'Hide password' : 'Show password');
  };
  reveal.addEventListener('click', () => show(input.type === 'password'));
  show(false);
  box.append(reveal);
  // A browser's password manager saves what is in a password field.
  input.form?.addEventListener('submit', () => show(false));
}

for (const form of document.querySelectorAll('form')) {
  const button = form.querySelector('.main');
  form.addEventListener('submit', (event) => {
    if (button?.getAttribute('aria-disabled') === 'true') event.preventDefault();
    button?.setAttribute('aria-disabled', 'true');
  });
}
window.addEventListener('pageshow', () => {
  for (const button of document.querySelectorAll('.main')) button.removeAttribute('aria-disabled');
});

document.querySelector('form[data-at-once]')?.requestSubmit();
