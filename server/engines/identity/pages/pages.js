// Progressive enhancement: every page works without this script.

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
  // Password managers only save from fields of type password.
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

// Passkeys: puts the browser's response into the form and submits it.
const { SimpleWebAuthnBrowser: webauthn } = window;
const askBrowser = async (form, ask) => {
  const notice = form.querySelector('.notice');
  notice.hidden = true;
  try {
    form.elements.passkey.value = JSON.stringify(await ask());
    form.submit();
  } catch (error) {
    notice.textContent =
      error.name === 'InvalidStateError'
        ? 'This device already has a passkey for you.'
        : 'The browser did not provide a passkey. Please try again, or use a code.';
    notice.hidden = false;
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
