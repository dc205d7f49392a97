// Draws random numbers. Equal seeds give equal numbers.
export class Dice {
    constructor(seed) { this.state = seed >>> 0; }

    between(low, high) {
        this.state = (this.state + 0x9e3779b9) >>> 0;
        let z = this.state;
        z = Math.imul(z ^ z >>> 16, 0x85ebca6b);
        z = Math.imul(z ^ z >>> 13, 0xc2b2ae35);
        return low + (high - low) * ((z ^ z >>> 16) >>> 0) / 2 ** 32;
    }

    // Returns a unit vector. Draws points of a square until one lies in the unit circle, and normalises it.
    direction() {
        for (;;) {
            const x = this.between(-1, 1), y = this.between(-1, 1), square = x * x + y * y;
            if (square > 0.01 && square <= 1)
                return { x: x / Math.sqrt(square), y: y / Math.sqrt(square) };
        }
    }
}
