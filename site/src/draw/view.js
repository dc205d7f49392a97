// Maps a scene's world to the canvas. The whole world is visible, as large as possible, with y upwards.
export class View {
    constructor({ left = 0, bottom = 0, width, height }) {
        Object.assign(this, { left, bottom, width, height, scale: 1, offsetX: 0, offsetY: 0 });
    }

    // Fits the world to a canvas of this size in CSS pixels.
    fit(width, height) {
        this.scale = Math.min(width / this.width, height / this.height);
        this.offsetX = (width - this.width * this.scale) / 2 - this.left * this.scale;
        this.offsetY = (height + this.height * this.scale) / 2 + this.bottom * this.scale;
    }

    x(x) { return this.offsetX + x * this.scale; }
    y(y) { return this.offsetY - y * this.scale; }
    worldX(x) { return (x - this.offsetX) / this.scale; }
    worldY(y) { return (this.offsetY - y) / this.scale; }
}
