// Shows a message in place of content that could not be shown.
export function failed(parent, error) {
    console.error(error);
    parent.prepend(element('p', { class: 'failed', role: 'alert' }, `The library could not be loaded: ${error.message}`));
}

// Announces an event to screen readers, for example a hit or a winner. Repeated text is not announced again.
export function say(words) {
    const said = document.getElementById('said');
    if (said.textContent !== words)
        said.textContent = words;
}

// What a visitor has chosen, remembered where the browser allows that.
export const kept = key => ({ get: () => { try { return localStorage.getItem(key); } catch { return null; } },
    set: value => { try { localStorage.setItem(key, value); } catch { /* not remembered */ } } });

// Copies text, and says on the button and to screen readers whether that worked. Pages without https have no
// clipboard, but an old command that copies what is selected.
export async function copy(button, text) {
    const area = element('textarea', { class: 'hidden' }, text), label = button.textContent;
    let isCopied = Boolean(navigator.clipboard) && await navigator.clipboard.writeText(text).then(() => true, () => false);
    if (!isCopied) {
        document.body.append(area);
        area.select();
        isCopied = document.execCommand('copy');
        area.remove();
        button.focus();
    }
    button.textContent = isCopied ? 'Copied' : 'Not copied';
    say(isCopied ? 'Copied' : 'The browser does not allow copying');
    setTimeout(() => { button.textContent = label; }, 1500);
}

// Makes an element with attributes, listeners and children. A child is an element or text.
export function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes))
        if (typeof value === 'function')
            made.addEventListener(key, value);
        else if (value !== undefined && value !== false)
            made.setAttribute(key, value === true ? '' : value);
    made.append(...children);
    return made;
}
