/* Implements Mike Oberberger's article, Interception of Two Moving Objects in 2D Space, as an object-oriented
   programmer would. The code has an immutable vector type in double and early returns. A
   calculator object computes when a property is first read.

   Each agent gets a calculator on the stack, as in the article's example. The calculator reads the same float
   columns as all rivals. This favours the article, because an array of calculators that is kept from frame to
   frame would take about 150 bytes per agent. */
#include "rival.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace {

bool is_close(double a, double b) { return std::abs(a - b) < 1e-9; }

class vector2d {
  public:
    constexpr vector2d(double x, double y) : x_(x), y_(y) {}

    static constexpr vector2d zero() { return {0, 0}; }
    static constexpr vector2d not_a_vector() {
        return {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};
    }

    double x() const { return x_; }
    double y() const { return y_; }
    double length() const { return std::sqrt(x_ * x_ + y_ * y_); }
    double dot(const vector2d &other) const { return x_ * other.x_ + y_ * other.y_; }
    bool is_vector() const { return std::isfinite(x_) && std::isfinite(y_); }
    bool are_same(const vector2d &other) const { return is_close(x_, other.x_) && is_close(y_, other.y_); }

    friend vector2d operator+(const vector2d &p, const vector2d &q) { return {p.x_ + q.x_, p.y_ + q.y_}; }
    friend vector2d operator-(const vector2d &p, const vector2d &q) { return {p.x_ - q.x_, p.y_ - q.y_}; }
    friend vector2d operator*(const vector2d &p, double c) { return {p.x_ * c, p.y_ * c}; }
    friend vector2d operator/(const vector2d &p, double c) { return {p.x_ / c, p.y_ / c}; }

  private:
    double x_, y_;
};

/* Finds the roots of a t^2 + b t + c. If a is zero, both roots are the root of b t + c. */
bool solve_quadratic(double a, double b, double c, double &t1, double &t2) {
    if (a == 0) {
        if (b == 0)
            return false;
        t1 = t2 = -c / b;
        return true;
    }
    double discriminant = b * b - 4 * a * c;
    if (discriminant < 0)
        return false;
    double root = std::sqrt(discriminant);
    t1 = (-b + root) / (2 * a);
    t2 = (-b - root) / (2 * a);
    return true;
}

class intercept_calculator {
  public:
    void set_chaser_position(vector2d value) { chaser_position_ = value, calculated_ = false; }
    void set_chaser_speed(double value) { chaser_speed_ = value, calculated_ = false; }
    void set_runner_position(vector2d value) { runner_position_ = value, calculated_ = false; }
    void set_runner_velocity(vector2d value) { runner_velocity_ = value, calculated_ = false; }

    bool interception_possible() { return set_results(), possible_; }
    double time_to_interception() { return set_results(), time_; }
    vector2d interception_point() { return set_results(), point_; }
    vector2d chaser_velocity() { return set_results(), chaser_velocity_; }

    bool has_valid_inputs() const {
        return chaser_position_.is_vector() && runner_position_.is_vector() && runner_velocity_.is_vector() &&
               std::isfinite(chaser_speed_);
    }

  private:
    void clear_results() {
        possible_ = false;
        time_ = std::numeric_limits<double>::quiet_NaN();
        point_ = vector2d::not_a_vector();
        chaser_velocity_ = vector2d::not_a_vector();
    }

    void set_results() {
        if (calculated_)
            return;
        clear_results();
        calculated_ = true;
        if (!has_valid_inputs())
            return;

        if (chaser_position_.are_same(runner_position_)) {
            possible_ = true;
            point_ = chaser_position_;
            time_ = 0;
            chaser_velocity_ = vector2d::zero();
            return;
        }
        if (chaser_speed_ <= 0)
            return;

        vector2d from_runner = chaser_position_ - runner_position_;
        double distance = from_runner.length();
        double runner_speed = runner_velocity_.length();
        if (is_close(runner_speed, 0)) {
            time_ = distance / chaser_speed_;
            point_ = runner_position_;
        } else {
            double a = chaser_speed_ * chaser_speed_ - runner_speed * runner_speed;
            double b = 2 * from_runner.dot(runner_velocity_);
            double c = -distance * distance;
            double t1, t2;
            if (!solve_quadratic(a, b, c, t1, t2))
                return;
            if (t1 < 0 && t2 < 0)
                return;
            if (t1 > 0 && t2 > 0)
                time_ = std::min(t1, t2);
            else
                time_ = std::max(t1, t2);
            point_ = runner_position_ + runner_velocity_ * time_;
        }
        chaser_velocity_ = (point_ - chaser_position_) / time_;
        possible_ = true;
    }

    vector2d chaser_position_ = vector2d::not_a_vector();
    double chaser_speed_ = std::numeric_limits<double>::quiet_NaN();
    vector2d runner_position_ = vector2d::not_a_vector();
    vector2d runner_velocity_ = vector2d::not_a_vector();

    bool calculated_ = false;
    bool possible_ = false;
    double time_ = std::numeric_limits<double>::quiet_NaN();
    vector2d point_ = vector2d::not_a_vector();
    vector2d chaser_velocity_ = vector2d::not_a_vector();
};

} // namespace

void RIVAL(const rival_columns *columns, size_t count) {
    const rival_columns c = *columns;
    for (size_t i = 0; i < count; i++) {
        vector2d runner(c.runner_x[i], c.runner_y[i]);
        intercept_calculator intercept;
        intercept.set_chaser_position(vector2d(c.chaser_x[i], c.chaser_y[i]));
        intercept.set_chaser_speed(c.chaser_speed[i]);
        intercept.set_runner_position(runner);
        intercept.set_runner_velocity(vector2d(c.runner_vx[i], c.runner_vy[i]));

        bool possible = intercept.interception_possible();
        double time = possible ? intercept.time_to_interception() : std::numeric_limits<double>::infinity();
        vector2d point = possible ? intercept.interception_point() : runner;
        vector2d velocity = possible ? intercept.chaser_velocity() : vector2d::zero();
        c.time[i] = static_cast<float>(time);
        c.point_x[i] = static_cast<float>(point.x());
        c.point_y[i] = static_cast<float>(point.y());
        c.velocity_x[i] = static_cast<float>(velocity.x());
        c.velocity_y[i] = static_cast<float>(velocity.y());
        c.status[i] = !possible ? RIVAL_TOO_SLOW : time == 0 ? RIVAL_THERE : RIVAL_MET;
    }
}
