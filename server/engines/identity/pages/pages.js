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

// Passkeys: the browser's answer goes into the form, which is then sent as any other.
const { SimpleWebAuthnBrowser: webauthn } = window;
const askBrowser = async (form, ask) => {
  const said = form.querySelector('.notice');
  said.hidden = true;
  try {
    form.elements.passkey.value = JSON.stringify(await ask());
    form.submit();
  } catch (error) {
    said.textContent =
      error.name === 'InvalidStateError'
        ? 'This device has a passkey for you already.'
        : 'The browser gave no passkey. Please try again, or use a code.';
    said.hidden = false;
  }
};
if (webauthn?.browserSupportsWebAuthn()) {
  const starts = { passkey: webauthn.startAuthentication, newPasskey: webauthn.startRegistration };
  for (const [name, start] of Object.entries(starts))
    for (const form of document.querySelectorAll(name === 'passkey' ? '[data-passkey]' : '[data-new-passkey]')) {
      const optionsJSON = JSON.parse(form.dataset[name]);
      form.hidden = false;
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        void askBrowser(form, () => start({ optionsJSON }));
      });
    }
}

document.querySelector('form[data-at-once]')?.requestSubmit();
