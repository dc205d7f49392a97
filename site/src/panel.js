// The scene's controls, by lil-gui, which labels them.
import GUI from 'lil-gui';

// controls: { key, name, options } or { key, name, min, max, step } or { key, name }, which is a switch
export function panel(parent, controls, state, changed) {
    const gui = new GUI({ container: parent, title: 'Controls' });
    for (const { key, name, options, min, max, step } of controls)
        (options ? gui.add(state, key, options) : gui.add(state, key, min, max, step))
            .name(name).onChange(value => changed(key, value));
    if (controls.length === 0)
        gui.hide();
    return gui;
}
