// A drawing layer in Canvas 2D that replaces the one of gl.js in browsers without WebGL2.
const css = ([r, g, b, a]) => `rgb(${r * 255} ${g * 255} ${b * 255} / ${a})`;

export class FlatLayer {
    #context;

    constructor(canvas) {
        this.#context = canvas.getContext('2d');
    }

    begin(width, height, ratio) {
        const context = this.#context;
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        context.clearRect(0, 0, width, height);
        context.lineCap = context.lineJoin = 'round';
    }

    swarm(view, { x, y, kind }, colours, diameter) {
        colours.forEach((colour, k) => {
            this.#context.fillStyle = css(colour);
            for (let i = 0; i < x.length; i++)
                if (kind[i] === k)
                    this.#context.fillRect(view.x(x[i]) - diameter / 2, view.y(y[i]) - diameter / 2, diameter, diameter);
        });
    }

    shape(x0, y0, x1, y1, radius, inner, paint) {
        const context = this.#context;
        context.beginPath();
        if (x0 === x1 && y0 === y1) {
            context.fillStyle = css(paint);
            context.arc(x0, y0, radius, 0, 2 * Math.PI);
            if (inner > 0)
                context.arc(x0, y0, inner, 0, 2 * Math.PI, true);
            context.fill();
            return;
        }
        context.strokeStyle = css(paint);
        context.lineWidth = 2 * radius;
        context.moveTo(x0, y0);
        context.lineTo(x1, y1);
        context.stroke();
    }

    end() {}
    close() {}
}
